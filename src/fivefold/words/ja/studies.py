"""Sentences about studies, in Japanese."""

from __future__ import annotations

STUDIES: dict[str, str] = {
    "study.missing": "検討が見つかりません。リンクを確認してください。",
    "study.unreadable": "保存された検討が壊れていて開けません。イベント{event}：{reason}",
    "study.not_yours": "この検討を変更できるのは、編集リンクを持つ人だけです。",
    "study.node": "検討に節点{node}はありません。",
    "study.deleted": "その間にこの手は削除されました。戻すには削除を取り消してください。",
    "study.grew": "その間に、この下で{count}か所が追加または変更されました。先に確認してください。",
    "study.changed": "その間に変更されました。先に変更を確認してください。",
    "study.undone": "編集{edit}は取り消せないか、すでに取り消されています。",
    "study.no_edit": "検討に編集{edit}はありません。",
    "study.twice": "この検討には同じidの別の編集があります。",
    "study.nodes": "検討に入るのは、削除したものを含めて{most}手までです。",
    "study.large": "手と変化が、検討に入る{most}個より多くなっています。",
    "study.too_long": "この検討の編集は{most}回に達しました。続けるには複製してください。",
    "study.full": "この検討は{most} MBに達しました。続けるには複製してください。",
    "study.storage": "あなたのアドレスからの保存量が多すぎます。しばらく待ってから編集してください。",
    "study.full_house": "この検討は満員です。{most}人が見ています。",
    "study.source": "検討の始まりは、ゲーム、局面、テキスト、ファイル、対局、別の検討のうち一つです。",
    "study.header": "{name}は見出しではありません。使える見出し：{names}。",
    "study.which_position": "検討の節点か、ゲームと手順を指定してください。",
    "request.not_following": "先にfollowで検討を選んでください。",
    "request.wanted.base64": "はBase64でなければなりません",
    "backup.bad_study": "{file}には復元できない検討があります：{match}、イベント{event}。{reason} 何も変えていません。--salvage でほかを復元します。",
    "backup.studies": "検討：{count}件。",
}
