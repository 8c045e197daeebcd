"""Sentences about game trees, the files that hold them, and analysis, in Korean."""

from __future__ import annotations

TREES: dict[str, str] = {
    # trees
    "tree.no_node": "이 경로에는 수순이 없습니다.",
    "tree.not_played": "이 자리까지 가는 길에 규칙에 어긋나는 수가 있습니다.",
    "tree.root": "수순의 처음은 옮기거나 지울 수 없습니다.",
    "tree.other_start": "같은 게임의 같은 국면에서 시작하는 수순만 합칠 수 있습니다.",
    "tree.large": "수순의 자리가 {most}개를 넘습니다.",
    "tree.json": "기록의 수순에서 {number}번째 자리가 올바르지 않습니다: {reason}",
    "tree.json.none": "기록의 수순은 자리의 목록이어야 합니다.",
    "tree.json.parent": "부모는 앞에 나온 자리여야 합니다.",
    "tree.json.field": "{field} 값이 docs/reference/positions.md에 적힌 것과 다릅니다.",
    "tree.json.main_line": "수순의 본선이 기록의 수와 다릅니다.",
    # SGF
    "sgf.go": "Fivefold에 없는 바둑의 SGF(GM[1])입니다. 우리 게임인데 번호만 그렇다면 --game gomoku처럼 게임을 적으세요.",
    "sgf.charset": "파일 {path}의 문자 집합은 {charset}(이)라고 되어 있지만 그렇게 읽히지 않습니다. CA를 고치거나 UTF-8로 저장하세요.",
    # RenLib
    "lib.version": "RenLib 파일 버전 {version}은(는) 알려져 있지 않습니다. 3.04 이하로 저장하세요.",
    "lib.cut": "RenLib 파일이 {part} 안에서 끝납니다.",
    "lib.cut.header": "머리 부분",
    "lib.cut.node": "자리",
    "lib.cut.text": "글",
    "lib.point": "RenLib 파일의 {offset}번째 바이트는 판 위의 점이 아닙니다.",
    "lib.loop": "RenLib 파일의 {offset}번째 바이트가 없는 갈래로 돌아갑니다.",
    "lib.cells": "RenLib 파일에는 빈 15x15 판에서 시작하는 오목만 담을 수 있습니다. json이나 sgf를 쓰세요.",
    "lib.set_up": "RenLib 파일에는 배치한 돌이나 한쪽이 잇따라 둔 수를 담을 수 없습니다. sgf나 json을 쓰세요.",
    "lib.no_stream": "RenLib 파일은 이진 형식이라 파일로만 쓸 수 있습니다.",
    "lib.text": "RenLib 파일의 글에는 {character} 문자를 담을 수 없습니다. sgf나 json을 쓰세요.",
    # what a format cannot hold
    "losses.variations": "변화 {count}개",
    "losses.comments": "설명 {count}개",
    "losses.glyphs": "수 평가 부호 {count}개",
    "losses.marks": "표시한 칸 {count}개",
    "losses.labels": "글자표 {count}개",
    "losses.arrows": "화살표 {count}개",
    "losses.clocks": "남은 시간 {count}개",
    "losses.seconds": "생각한 시간 {count}개",
    "losses.values": "엔진 값 {count}개",
    "losses.proofs": "증명 {count}개",
    "losses.refused": "규칙에 어긋나는 수 {count}개",
    "losses.properties": "그 밖의 속성 {count}개",
    "losses.moves": "수 {count}개",
    "losses.players": "대국자 이름 {count}개",
    "losses.results": "결과 {count}개",
    "losses.swap2": "색 고르기 {count}개",
    "losses.details": "세부 사항 {count}개",
    "losses.found": "{parts}은(는) 쓰지 않았습니다. {format} 형식에 담을 수 없습니다.",
    "losses.and": "{first} 및 {last}",
    "losses.strict": "아무것도 쓰지 않았습니다. {format} 형식에 {parts}을(를) 담을 수 없습니다.",
}
