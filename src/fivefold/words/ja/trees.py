"""Sentences about game trees, the files that hold them, and analysis, in Japanese."""

from __future__ import annotations

TREES: dict[str, str] = {
    # trees
    "tree.no_node": "木にこの経路の節はありません。",
    "tree.not_played": "この節までの途中の手がルールに反します。",
    "tree.root": "木の始まりは移動も削除もできません。",
    "tree.other_start": "結合できるのは、同じゲームの同じ局面から始まる木だけです。",
    "tree.large": "木の節が{most}を超えています。",
    "tree.json": "棋譜の木の節{number}が正しくありません：{reason}",
    "tree.json.none": "棋譜の木は節のリストでなければなりません。",
    "tree.json.parent": "親は前の節でなければなりません。",
    "tree.json.field": "{field}が docs/reference/positions.md の説明と違います。",
    "tree.json.main_line": "木の本譜が棋譜の手と違います。",
    # SGF
    "sgf.go": "SGF は囲碁（GM[1]）で、Fivefold では打てません。その番号でここのゲームなら、--game gomoku のように指定してください。",
    "sgf.charset": "ファイル{path}の文字コードは{charset}とありますが、そうではありません。CA を直すか、UTF-8 で保存してください。",
    # RenLib
    "lib.version": "RenLib ファイルの版{version}は不明です。版3.04以前で保存してください。",
    "lib.cut": "RenLib ライブラリが{part}の途中で終わっています。",
    "lib.cut.header": "ヘッダー",
    "lib.cut.node": "節",
    "lib.cut.text": "テキスト",
    "lib.point": "RenLib ライブラリの{offset}バイト目は盤の点ではありません。",
    "lib.loop": "RenLib ライブラリの{offset}バイト目が存在しない分岐に戻っています。",
    "lib.cells": "RenLib ライブラリは空の15x15の盤からの五目並べだけです。json か sgf を使ってください。",
    "lib.set_up": "RenLib ライブラリには配置した石や同じ側の連続した手を書けません。sgf か json を使ってください。",
    "lib.no_stream": "RenLib ライブラリはバイナリなので、ファイルにだけ書けます。",
    "lib.text": "RenLib ライブラリのテキストに文字{character}は書けません。sgf か json を使ってください。",
    # what a format cannot hold
    "losses.variations": "変化{count}",
    "losses.comments": "コメント{count}",
    "losses.glyphs": "評価記号{count}",
    "losses.marks": "印のあるマス{count}",
    "losses.labels": "ラベル{count}",
    "losses.arrows": "矢印{count}",
    "losses.clocks": "時計の時間{count}",
    "losses.seconds": "考慮時間{count}",
    "losses.values": "エンジンの値{count}",
    "losses.proofs": "証明{count}",
    "losses.refused": "拒否された手{count}",
    "losses.properties": "ほかの属性{count}",
    "losses.moves": "手{count}",
    "losses.players": "対局者の名前{count}",
    "losses.results": "結果{count}",
    "losses.swap2": "色の選択{count}",
    "losses.details": "詳細{count}",
    "losses.found": "{parts}は書きませんでした：形式{format}では保存できません。",
    "losses.and": "{first}と{last}",
    "losses.strict": "何も書きませんでした：形式{format}では{parts}を保存できません。",
}
