"""Sentences about game trees, the files that hold them, and analysis, in Simplified Chinese."""

from __future__ import annotations

TREES: dict[str, str] = {
    # trees
    "tree.no_node": "树中没有此路径的节点。",
    "tree.not_played": "到此节点途中有一手不符合规则。",
    "tree.root": "树的起点不能移动或删除。",
    "tree.other_start": "只能合并同一棋类、同一局面开始的树。",
    "tree.large": "树的节点超过 {most} 个。",
    "tree.json": "棋谱树中节点 {number} 无效：{reason}",
    "tree.json.none": "棋谱的树必须是节点列表。",
    "tree.json.parent": "其父节点必须是较早的节点。",
    "tree.json.field": "{field} 与 docs/reference/positions.md 所述不符。",
    "tree.json.main_line": "树的主线与棋谱的着法不同。",
    # SGF
    "sgf.go": "SGF 是围棋（GM[1]），Fivefold 不支持：若以该编号存的是我们的棋类，请指明，如 --game gomoku。",
    "sgf.charset": "文件 {path} 声称字符集为 {charset}，但并不有效：请更正 CA，或存为 UTF-8。",
    # RenLib
    "lib.version": "未知版本 {version} 的 RenLib 文件：请存为 3.04 或更旧的版本。",
    "lib.cut": "RenLib 库在{part}中结束。",
    "lib.cut.header": "文件头",
    "lib.cut.node": "节点",
    "lib.cut.text": "文本",
    "lib.point": "RenLib 库的第 {offset} 字节不是棋盘上的点。",
    "lib.loop": "RenLib 库的第 {offset} 字节返回到不存在的分支。",
    "lib.cells": "RenLib 库只存从空棋盘开始的 15x15 五子棋：请用 json 或 sgf。",
    "lib.set_up": "RenLib 库不能存摆子或同一方连走两手：请用 sgf 或 json。",
    "lib.no_stream": "RenLib 库是二进制，只能写入文件。",
    "lib.text": "RenLib 库的文本不能存字符 {character}：请用 sgf 或 json。",
    # what a format cannot hold
    "losses.variations": "{count} 个变化",
    "losses.comments": "{count} 条评注",
    "losses.glyphs": "{count} 个评价符号",
    "losses.marks": "{count} 个标记格",
    "losses.labels": "{count} 个标签",
    "losses.arrows": "{count} 个箭头",
    "losses.clocks": "{count} 个棋钟时间",
    "losses.seconds": "{count} 个思考时间",
    "losses.values": "{count} 个引擎值",
    "losses.proofs": "{count} 个证明",
    "losses.refused": "{count} 手被拒着法",
    "losses.properties": "{count} 个其他属性",
    "losses.moves": "{count} 手",
    "losses.players": "{count} 个棋手名",
    "losses.results": "{count} 个结果",
    "losses.swap2": "{count} 次选边",
    "losses.details": "{count} 项细节",
    "losses.found": "未写入{parts}：格式 {format} 无法保存。",
    "losses.and": "{first}和{last}",
    "losses.strict": "没有写入：格式 {format} 无法保存{parts}。",
}
