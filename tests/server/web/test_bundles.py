"""Scripts are read and joined as a browser would run them."""

from __future__ import annotations

import pytest

from fivefold.server.web.bundles import Modules, NoBundle
from fivefold.server.web.scripts import compact, imports, strings


@pytest.mark.parametrize(
    ("script", "sent"),
    [
        ("// gone\nconst a = 1; // too\n", "const a=1;\n"),
        ("/** gone\n * too */\n  let b;\n\n\n    b = 2;\n", "let b;\nb=2;\n"),
        ('const link = "http://x"; // gone\n', 'const link="http://x";\n'),
        ("const c = '/* stays */';\n", "const c='/* stays */';\n"),
        ("const d = `// stays\n   ${1 /* gone */}\n  `;\n", "const d=`// stays\n   ${1 }\n  `;\n"),
        ("const e = `${{ a: `}// ${2}` }}//`;\n", "const e=`${{a:`}// ${2}`}}//`;\n"),
        (
            "html`<p>\n    ${f(` \n  a`)}\n\n  b</p>`;\n",
            "html`<p>\n${f(` \n  a`)}\nb</p>`;\n",
        ),
        ("const f = /[/'\"` ]\\/\\//u.test(x); // gone\n", "const f=/[/'\"` ]\\/\\//u.test(x);\n"),
        ("const g = (a + +b) / c / d; // gone\n", "const g=(a + +b)/ c / d;\n"),
        ("return /x\\/\\/ y/;\n", "return /x\\/\\/ y/;\n"),
        ("const h = 'it\\'s // here';\n", "const h='it\\'s // here';\n"),
        ("f(list[0] / 2, `a`); // gone\n", "f(list[0]/ 2,`a`);\n"),
        ("const i = `${a}` / 2; // '\n", "const i=`${a}` / 2;\n"),
        ("const j = a\n  ? [ b ]\n  : c;\n", "const j=a\n?[b]\n:c;\n"),
    ],
)
def test_comments_and_indentation_are_left_out(script: str, sent: str) -> None:
    assert compact(script) == sent


def test_imports_in_comments_and_strings_are_none() -> None:
    script = """
        /** @param {import("./types.js").Type} x */
        // import "./comment.js";
        import "./bare.js";
        import { a,
          b } from "./named.js";
        import * as all from "../all.js";
        const text = 'import "./string.js"';
        const later = () => import("./later.js");
    """
    assert imports(script) == ["./bare.js", "./named.js", "../all.js"]
    assert imports(script, later=True) == ["./bare.js", "./named.js", "../all.js", "./later.js"]


def test_strings_and_templates_are_found() -> None:
    found, patterns = strings("t('a.b'); t(`c.d`); t(`e.${x ? `f.g` : 'h'}.i`); // t('no')")
    assert {"a.b", "c.d", "f.g", "h"} <= found
    assert "no" not in found
    assert patterns == {r"e\.[\w.]+\.i"}


FILES = {
    "page.js": 'import { half } from "./deep/half.js";\nimport "./first.js";\n'
    'half(4);\nconst { open } = await import("./sheet.js");\n',
    "first.js": "globalThis.first = true;\n",
    "deep/half.js": 'import { two as TWO } from "../two.js";\n'
    "export function half(n) {\n  return n / TWO;\n}\n",
    "two.js": 'export const two = 2;\nexport class Pair {}\nimport("./first.js");\n',
    "sheet.js": 'import { two } from "./two.js";\nimport * as more from "./more.js";\n'
    "export async function open() {\n  return more.name(two);\n}\n",
    "more.js": 'export const name = String;\nconst again = () => import("./sheet.js");\n',
}


def test_modules_come_after_their_imports() -> None:
    modules = Modules(FILES.__getitem__)
    assert modules.needed("page.js") == ["two.js", "deep/half.js", "first.js", "page.js"]
    assert modules.later("page.js") == ["more.js", "sheet.js"]


def test_a_bundle_has_each_module_once_and_the_later_file_uses_the_same() -> None:
    modules = Modules(FILES.__getitem__)
    now, later = modules.bundle("page.js"), modules.later_bundle("page.js")
    assert now.count("class Pair") == 1
    assert "class Pair" not in later
    assert '$later("sheet.js")' in now
    assert '$later("sheet.js")' in later
    assert later.startswith('import { $0, $1, $2, $later } from "./page.js";')
    assert "const { two: TWO } = $0;" in now
    assert "Promise.resolve($2);" in now


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        (
            {"a.js": 'import "./b.js";\n', "b.js": 'import "./a.js";\n'},
            "a.js imports b.js imports a.js",
        ),
        ({"a.js": "export let count = 0;\n"}, "a.js: export let count"),
        ({"a.js": "export default 1;\n"}, "a.js: export default 1;"),
    ],
)
def test_what_cannot_be_joined_is_refused(files: dict[str, str], reason: str) -> None:
    with pytest.raises(NoBundle, match=reason):
        Modules(files.__getitem__).bundle("a.js")
