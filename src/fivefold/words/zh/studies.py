"""Sentences about studies, in Chinese."""

from __future__ import annotations

STUDIES: dict[str, str] = {
    "study.missing": "找不到研究。请检查链接。",
    "study.unreadable": "此研究已损坏，无法打开。事件 {event}：{reason}",
    "study.not_yours": "只有持有编辑链接的人才能修改此研究。",
    "study.node": "研究中没有节点 {node}。",
    "study.deleted": "此着在此期间已被删除。撤销删除即可恢复。",
    "study.grew": "在此期间，其下有 {count} 处被添加或更改。请先查看。",
    "study.changed": "此处在此期间已被更改。请先查看更改。",
    "study.undone": "编辑 {edit} 无法撤销，或已经撤销。",
    "study.no_edit": "研究中没有编辑 {edit}。",
    "study.twice": "此研究中另一个编辑使用了相同的 id。",
    "study.nodes": "一个研究最多容纳 {most} 着，包括已删除的着。",
    "study.large": "着法和变化多于一个研究所能容纳的 {most} 个。",
    "study.too_long": "此研究的编辑已达 {most} 次。请复制后继续。",
    "study.full": "此研究已达 {most} MB。请复制后继续。",
    "study.storage": "你的地址存储的内容过多。请稍候再编辑。",
    "study.full_house": "此研究已满：{most} 人正在查看。",
    "study.source": "研究从一个来源开始：游戏、局面、文本、文件、对局或另一个研究。",
    "study.header": "{name} 不是标题字段。可用的字段：{names}。",
    "study.which_position": "请指定研究中的一个节点，或一个游戏及其着法。",
    "request.not_following": "请先用 follow 选择一个研究。",
    "request.wanted.base64": "必须是 Base64",
    "backup.bad_study": "{file} 中有一个无法恢复的研究：{match}，事件 {event}。{reason} 没有任何改动；--salvage 可恢复其余内容。",
    "backup.studies": "研究：{count} 个。",
}
