"""Sentences of the report of a game, in Chinese."""

from __future__ import annotations

REPORT: dict[str, str] = {
    # how accuracy is counted
    "report.accuracy.chance": "100 减去每手的平均损失。损失是引擎最佳着法与实际着法之间的胜率之差，以百分点计。没有选择的着法和败局中的着法不计。",
    "report.accuracy.discs": "100 减去每手平均损失子数的十倍。损失是引擎最佳着法与实际着法之间预期最终子差之差。没有选择的着法不计。",
    "report.accuracy.result": "在已证明的胜局中保住胜利的着法所占的比例。没有选择的着法不计。",
    # why a move was a mistake
    "report.why.missed_five": "{player}本可在 {better} 连成五子。",
    "report.why.unblocked_four": "{player}没有挡住{where}上的四。",
    "report.why.missed_kind": "{player}错过了 {better} 的{kind}。",
    "report.why.unblocked_three": "{player}没有阻止{where}上的活三。",
    "report.why.allowed": "现在{other}可在 {cell} 做成{kind}。",
    "report.why.had_win": "{player}本有 {plies} 手必胜。",
    "report.why.forced": "现在{other} {plies} 手必胜。",
    "report.why.gave_corner": "这让{other}得到角 {corner}。",
    "report.why.left_corner": "这仍让{other}可占角 {corner}。",
    "report.why.missed_corner": "{player}本可占角 {corner}。",
    "report.why.no_pass": "若走 {better}，{other}只能弃权。",
    "report.why.mobility": "现在{other}有 {count} 处可下；若走 {better} 则只有 {least} 处。",
    "report.why.odd_region": "这给{other}留下奇数空区：{cell} 周围 {count} 个空格。",
    "report.why.single_square": "这给{other}留下孤立空格 {cell}。",
    "report.why.next_to_corner": "{move} 紧挨空角 {corner}。",
    "report.why.turned": "翻转 {count} 子；若走 {better} 只翻 {least} 子。",
    "report.why.last_piece": "现在{other}可放下最后一块：{move}。",
    "report.why.odd_regions": "剩下 {count} 处，每处只容一块。数目为奇，所以{other}最后落子。",
    "report.why.only_win": "{moves} 种走法中只有 {better} 能赢。",
    "report.why.few_wins": "{moves} 种走法中 {count} 种能赢，这一手却输。",
    "report.why.now_wins": "现在{other}走 {move} 获胜。",
    "report.why.win_lost": "胜局变成了败局。",
    "report.why.win_drawn": "胜局变成了和局。",
    "report.why.draw_lost": "和局变成了败局。",
    "report.why.ahead_behind": "{player}由领先变为落后。",
    "report.why.lead_gone": "{player}失去了领先。",
    "report.why.behind": "{player}落后了。",
    "report.why.further_behind": "{player}更加落后了。",
    "report.why.ground": "{player}吃了亏。",
    # what was better
    "report.instead.exact": "更好：{better}，{player}恰好 {score:+}。",
    "report.instead.about": "更好：{better}，{player}约 {score:+}。",
    "report.instead.wins_in": "更好：{better}，{plies} 手必胜。",
    "report.instead.wins": "更好：{better}，获胜。",
    "report.instead.makes": "更好：{better}，做成{kind}。",
    "report.instead.plain": "更好：{better}。",
}
