"""Sentences of the report of a game, in Korean."""

from __future__ import annotations

REPORT: dict[str, str] = {
    # how accuracy is counted
    "report.accuracy.chance": "한 수의 평균 손실을 100에서 뺀 값입니다. 손실은 엔진의 최선수와 둔 수 사이에 승률이 떨어진 만큼이고 100점 만점입니다. 선택이 없는 수와 진 국면의 수는 세지 않습니다.",
    "report.accuracy.discs": "한 수에 잃은 평균 돌 수의 열 배를 100에서 뺀 값입니다. 손실은 엔진의 최선수와 둔 수 사이에 예상 최종 차이가 줄어든 만큼입니다. 선택이 없는 수는 세지 않습니다.",
    "report.accuracy.result": "이긴 것으로 증명된 국면에서 승리를 지킨 수의 비율입니다. 선택이 없는 수는 세지 않습니다.",
    # why a move was a mistake
    "report.why.missed_five": "{player}은(는) {better}에서 다섯을 만들 수 있었습니다.",
    "report.why.unblocked_four": "{player}이(가) {where}의 사를 막지 않았습니다.",
    "report.why.missed_kind": "{player}이(가) {better}의 {kind}을(를) 놓쳤습니다.",
    "report.why.unblocked_three": "{player}이(가) {where}의 열린 삼을 막지 않았습니다.",
    "report.why.allowed": "이제 {other}이(가) {cell}에서 {kind}을(를) 만듭니다.",
    "report.why.had_win": "{player}에게 {plies}수 만에 반드시 이기는 길이 있었습니다.",
    "report.why.forced": "이제 {other}이(가) {plies}수 만에 반드시 이깁니다.",
    "report.why.gave_corner": "{other}에게 귀 {corner}을(를) 내줍니다.",
    "report.why.left_corner": "{other}이(가) 귀 {corner}을(를) 차지하게 둡니다.",
    "report.why.missed_corner": "{player}은(는) 귀 {corner}을(를) 차지할 수 있었습니다.",
    "report.why.no_pass": "{better}(이)라면 {other}은(는) 패스해야 했습니다.",
    "report.why.mobility": "이제 {other}의 둘 곳은 {count}곳입니다. {better}(이)라면 {least}곳이었습니다.",
    "report.why.odd_region": "{other}에게 홀수 구역을 남깁니다. {cell} 둘레의 빈칸이 {count}칸입니다.",
    "report.why.single_square": "{other}에게 외딴 빈칸 {cell}을(를) 남깁니다.",
    "report.why.next_to_corner": "{move}은(는) 빈 귀 {corner} 옆입니다.",
    "report.why.turned": "돌 {count}개를 뒤집습니다. {better}(이)라면 {least}개입니다.",
    "report.why.last_piece": "이제 {other}이(가) 마지막 조각을 놓을 수 있습니다: {move}.",
    "report.why.odd_regions": "조각이 하나씩 들어갈 자리가 {count}곳 남습니다. 홀수이므로 {other}이(가) 마지막에 둡니다.",
    "report.why.only_win": "{moves}수 가운데 {better}만 이기는 수였습니다.",
    "report.why.few_wins": "{moves}수 가운데 {count}수가 이기는 수였지만 이 수는 집니다.",
    "report.why.now_wins": "이제 {other}이(가) {move}(으)로 이깁니다.",
    "report.why.win_lost": "이긴 국면이 진 국면으로 바뀌었습니다.",
    "report.why.win_drawn": "이긴 국면이 비긴 국면으로 바뀌었습니다.",
    "report.why.draw_lost": "비긴 국면이 진 국면으로 바뀌었습니다.",
    "report.why.ahead_behind": "{player}이(가) 앞서다가 뒤지게 되었습니다.",
    "report.why.lead_gone": "{player}의 우세가 사라졌습니다.",
    "report.why.behind": "{player}이(가) 뒤지게 되었습니다.",
    "report.why.further_behind": "{player}이(가) 더 뒤지게 되었습니다.",
    "report.why.ground": "{player}이(가) 손해를 보았습니다.",
    # what was better
    "report.instead.exact": "더 좋은 수: {better}. {player} 정확히 {score:+}.",
    "report.instead.about": "더 좋은 수: {better}. {player} 약 {score:+}.",
    "report.instead.wins_in": "더 좋은 수: {better}. {plies}수 만에 반드시 이깁니다.",
    "report.instead.wins": "더 좋은 수: {better}. 이깁니다.",
    "report.instead.makes": "더 좋은 수: {better}. {kind}을(를) 만듭니다.",
    "report.instead.plain": "더 좋은 수: {better}.",
}
