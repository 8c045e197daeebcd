"""Sentences of the report of a game, in Japanese."""

from __future__ import annotations

REPORT: dict[str, str] = {
    # how accuracy is counted
    "report.accuracy.chance": "100から一手の平均損失を引いた値です。損失は、エンジンの最善手と打った手の勝率の差（100点満点）です。選べない手と負けの局面の手は数えません。",
    "report.accuracy.discs": "100から、一手で失った平均石数の10倍を引いた値です。損失は、エンジンの最善手と打った手の予想最終石差の差です。選べない手は数えません。",
    "report.accuracy.result": "勝ちと証明された局面で、勝ちを保った手の割合です。選べない手は数えません。",
    # why a move was a mistake
    "report.why.missed_five": "{player}は{better}で五連にできました。",
    "report.why.unblocked_four": "{player}は{where}の四を止めませんでした。",
    "report.why.missed_kind": "{player}は{better}の{kind}を逃しました。",
    "report.why.unblocked_three": "{player}は{where}の活三を止めませんでした。",
    "report.why.allowed": "これで{other}は{cell}で{kind}を作れます。",
    "report.why.had_win": "{player}には{plies}手で必ず勝つ手順がありました。",
    "report.why.forced": "これで{other}が{plies}手で必ず勝ちます。",
    "report.why.gave_corner": "{other}に隅{corner}を渡します。",
    "report.why.left_corner": "{other}が隅{corner}を取れるままです。",
    "report.why.missed_corner": "{player}は隅{corner}を取れました。",
    "report.why.no_pass": "{better}なら{other}はパスでした。",
    "report.why.mobility": "{other}の打てる所は{count}か所です。{better}なら{least}か所でした。",
    "report.why.odd_region": "{other}に奇数の空き（{cell}の周り{count}マス）を残します。",
    "report.why.single_square": "{other}に孤立した空きマス{cell}を残します。",
    "report.why.next_to_corner": "{move}は空いた隅{corner}の隣です。",
    "report.why.turned": "{count}石を返します。{better}なら{least}石です。",
    "report.why.last_piece": "これで{other}が最後のピースを置けます：{move}。",
    "report.why.odd_regions": "ピースが一つずつ入る場所が{count}か所残ります。奇数なので{other}が最後に置きます。",
    "report.why.only_win": "{moves}手のうち、勝つのは{better}だけでした。",
    "report.why.few_wins": "{moves}手のうち{count}手が勝ちでしたが、この手は負けます。",
    "report.why.now_wins": "これで{other}が{move}で勝ちます。",
    "report.why.win_lost": "勝ちの局面が負けになりました。",
    "report.why.win_drawn": "勝ちの局面が引き分けになりました。",
    "report.why.draw_lost": "引き分けの局面が負けになりました。",
    "report.why.ahead_behind": "{player}は優勢から劣勢になりました。",
    "report.why.lead_gone": "{player}はリードを失いました。",
    "report.why.behind": "{player}は劣勢になりました。",
    "report.why.further_behind": "{player}はさらに劣勢になりました。",
    "report.why.ground": "{player}は損をしました。",
    # what was better
    "report.instead.exact": "最善：{better}。{player}は正確に{score:+}。",
    "report.instead.about": "最善：{better}。{player}は約{score:+}。",
    "report.instead.wins_in": "最善：{better}。{plies}手で必ず勝ちます。",
    "report.instead.wins": "最善：{better}。勝ちます。",
    "report.instead.makes": "最善：{better}。{kind}を作ります。",
    "report.instead.plain": "最善：{better}。",
}
