"""Sentences about studies, in Korean."""

from __future__ import annotations

STUDIES: dict[str, str] = {
    "study.missing": "연구를 찾을 수 없습니다. 링크를 확인하세요.",
    "study.unreadable": "저장된 연구가 손상되어 열 수 없습니다. 이벤트 {event}: {reason}",
    "study.not_yours": "편집 링크를 가진 사람만 이 연구를 고칠 수 있습니다.",
    "study.node": "연구에 {node}번 자리가 없습니다.",
    "study.deleted": "그사이 이 수가 지워졌습니다. 되살리려면 삭제를 취소하세요.",
    "study.grew": "그사이 이 아래에서 {count}곳이 더해지거나 바뀌었습니다. 먼저 확인하세요.",
    "study.changed": "그사이 내용이 바뀌었습니다. 바뀐 내용을 먼저 확인하세요.",
    "study.undone": "{edit}번 편집은 취소할 수 없거나 이미 취소되었습니다.",
    "study.no_edit": "연구에 {edit}번 편집이 없습니다.",
    "study.twice": "이 연구에 같은 id의 다른 편집이 있습니다.",
    "study.nodes": "연구 하나에는 지운 수까지 합해 최대 {most}수가 들어갑니다.",
    "study.large": "수와 변화가 연구 하나에 담을 수 있는 {most}개보다 많습니다.",
    "study.too_long": "이 연구는 편집이 {most}번에 이르렀습니다. 계속하려면 복사하세요.",
    "study.full": "이 연구는 {most}MB에 이르렀습니다. 계속하려면 복사하세요.",
    "study.storage": "이 주소에서 저장한 양이 너무 많습니다. 잠시 뒤에 다시 편집하세요.",
    "study.full_house": "이 연구는 자리가 찼습니다. {most}명이 보고 있습니다.",
    "study.source": "연구는 게임, 국면, 글, 파일, 대국, 다른 연구 가운데 하나에서 시작합니다.",
    "study.header": "{name}은(는) 머리글이 아닙니다. 쓸 수 있는 머리글: {names}.",
    "study.which_position": "연구의 자리를 하나 고르거나 게임과 수순을 적으세요.",
    "request.not_following": "먼저 follow로 연구를 선택하세요.",
    "request.wanted.base64": "Base64여야 합니다",
    "backup.bad_study": "{file}에 복원할 수 없는 연구가 있습니다: {match}, 이벤트 {event}. {reason} 바뀐 것은 없습니다. --salvage를 쓰면 나머지를 복원합니다.",
    "backup.studies": "연구: {count}개.",
}
