"""What docs/web.md says is what the sources do: its tables, the parameters of `/peal.js`, its links, and its code, which compiles."""

import json
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from patience import PATIENCE


ROOT = Path(__file__).parent.parent.parent
CLIENT = ROOT / "clients/typescript"
COMPONENTS = CLIENT / "src/components"
PAGE = (ROOT / "docs/web.md").read_text()
BASE = ["base/PealElement.ts", "base/controls.ts"]
#: The sources of each element, by tag.
SOURCES = {
    "peal-bell": ["bell/PealBell.ts"],
    "peal-inbox": ["inbox/*.ts"],
    "peal-preferences": ["preferences/*.ts"],
    "peal-permission": ["permission/PealPermission.ts"],
    "peal-quick-reply": ["reply/PealQuickReply.ts"],
    "peal-eta-button": ["eta/PealEtaButton.ts", "eta/EtaElement.ts", "eta/EtaButton.ts"],
    "peal-host-board": ["eta/PealHostBoard.ts", "eta/EtaElement.ts", "eta/Board.ts", "eta/[dfotw]*.ts"],
    "peal-toast": ["toast/PealToast.ts"],
}
BUTTONS = {"button", "primary", "quiet", "danger"}


def source(names):
    return "\n".join(path.read_text() for name in names for path in sorted(COMPONENTS.glob(name)))


def words(shape, text):
    return {word for found in re.findall(shape, text) for word in re.split(r"[\s,]+", found.replace("'", "")) if word}


def found(text):
    """What an element's sources offer, by kind."""
    return {
        "attribute": words(r"super\.observedAttributes, ([^\]]+)\]", text) | words(r"\bgetAttribute\('([a-z-]+)'\)", text) - {"lang"},
        "property": words(r"^  set (\w+)\(", text.replace("\n  set", "\n  set")) | set(re.findall(r"^  set (\w+)\(", text, re.M)),
        "event": words(r"\.send\('(peal-[a-z-]+)'", text),
        "part": words(r"\bpart: '([a-z -]+)'", text) | words(r"exportparts: '([^']+)'", text),
        "slot": words(r"h\('slot', \{[^}]*\bname: '([a-z-]+)'", text),
    }


def section(heading):
    start = PAGE.index(heading + "\n")
    end = re.compile(r"^#{2,3} ", re.M).search(PAGE, start + len(heading))
    return PAGE[start : end.start() if end else None]


def rows(text):
    """The cells of the tables of a text, without their heads."""
    lines = [line for line in text.split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not re.match(r"\|[-| ]+\|$", line)]


def names(cell):
    return re.findall(r"`([^`]+)`", cell)


def written(text):
    """What a table of the page says of an element, by kind."""
    kinds = {kind: set() for kind in ("attribute", "property", "event", "part", "slot")}
    for kind, name, *_ in rows(text):
        if kind == "attribute, property":
            attribute, accessor = names(name)
            kinds["attribute"].add(attribute)
            kinds["property"].add(accessor)
        elif kind in kinds:
            kinds[kind] |= set(names(name))
    return kinds


def test_every_element_has_a_section():
    known = set(re.findall(r"'(peal-[a-z-]+)':", (COMPONENTS / "define.ts").read_text()))
    assert known == set(SOURCES) == set(re.findall(r"^### `<(peal-[a-z-]+)>`$", PAGE, re.M))


@pytest.mark.parametrize("tag", SOURCES)
def test_the_table_of_an_element_is_what_its_sources_offer(tag):
    offered, said = found(source(SOURCES[tag])), written(section("### `<%s>`" % tag))
    common = found(source(BASE))
    for kind in offered:
        own = offered[kind] - common[kind]
        # The buttons of all elements are in the table of all elements; the bell and the ETA button are one themselves.
        assert own - BUTTONS == said[kind] - BUTTONS - common[kind], kind


def test_the_table_of_all_elements_is_what_the_base_offers():
    offered, said = found(source(BASE)), written(section("## The elements"))
    assert said["part"] == offered["part"] | BUTTONS
    assert said["event"] == offered["event"] and said["property"] == offered["property"]
    assert said["attribute"] == {"lang"} | set(re.findall(r":host\(\[(\w+)=", source(["base/styles.ts"])))


def test_the_custom_properties_are_those_of_the_styles():
    used = set(re.findall(r"var\((--peal-[a-z-]+)", source(["**/*.ts"])))
    defaults = dict(re.findall(r"var\((--peal-[a-z-]+), light-dark\(([^)]+)\)\)", source(["base/styles.ts"])))
    table = {names(row[0])[0]: row[2] for row in rows(section("## The elements")) if row[0].startswith("`--")}
    assert set(table) == used
    for name, default in defaults.items():
        assert names(table[name]) == re.split(r",\s*", default), name


def parameters():
    return {"app"} | set(re.findall(r"(?:text|\.has)\('([a-z-]+)'\)", (CLIENT / "src/browser/index.ts").read_text()))


def test_the_parameters_of_the_script_are_those_that_it_reads():
    table = section("## In five minutes")
    assert {name for row in rows(table) if row[0] != "Parameter" for name in names(row[0])} == parameters()


def test_the_imports_and_the_hooks_are_those_of_the_package():
    entries = json.loads((CLIENT / "package.json").read_text())["exports"]
    assert {names(row[0])[0] for row in rows(section("## As a package"))[1:]} == {
        "peal-client" + entry[1:] for entry in entries if entry != "./package.json"
    }
    hooks = set(re.findall(r"\buse\w+", (CLIENT / "src/hooks/index.ts").read_text()))
    assert {names(row[0])[0].split("(")[0] for row in rows(section("## React"))[1:]} == hooks


@pytest.mark.parametrize("tag", SOURCES)
def test_a_react_component_has_a_prop_for_each_attribute_and_event(tag):
    text = (CLIENT / "src/react/elements.ts").read_text()
    props, attributes = re.search(r"wrap<(\w+)>\('%s', '\w+'(?:, \[(.*)\])?\)" % tag, text).groups()
    interfaces = {
        name: (parents or "", body)
        for name, parents, body in re.findall(r"interface (\w+)(?: extends ([\w, ]+))? \{\n(.*?)^\}", text, re.M | re.S)
    }

    def members(name):
        parents, body = interfaces[name]
        return set(re.findall(r"^  readonly (\w+)", body, re.M)).union(*(members(one) for one in re.findall(r"\w+", parents)))

    def camel(name):
        return re.sub(r"-(.)", lambda found: found[1].upper(), name)

    offered = found(source(SOURCES[tag] + BASE))
    assert {camel(name) for name in offered["attribute"]} == words(r"(.+)", attributes or "")
    known = members(props)
    assert {camel("on-" + name) for name in offered["event"]} | words(r"(.+)", attributes or "") <= known
    # The bell shows an inbox, and the inbox a quick reply: their events come through it.
    inside = {"peal-bell": ["peal-inbox", "peal-quick-reply"], "peal-inbox": ["peal-quick-reply"]}.get(tag, [])
    through = {camel("on-" + name) for one in inside for name in found(source(SOURCES[one]))["event"]}
    assert through <= known


def test_the_links_of_the_page_lead_somewhere():
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        path, _, anchor = target.partition("#")
        page = (ROOT / "docs" / path) if path else ROOT / "docs/web.md"
        assert page.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", page.read_text(), re.M)
            assert anchor in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}, target


def code(*languages):
    """The blocks of some languages, with the line of each."""
    blocks = re.finditer(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)
    return [(PAGE[: block.start()].count("\n") + 1, block[1], block[2]) for block in blocks if block[1] in languages]


class Tags(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


def test_the_html_of_the_page_uses_what_there_is():
    [(_, _, text)] = code("html")
    tags = Tags(text).found
    for tag, attributes in tags:
        if tag == "script":
            assert set(re.findall(r"[?&]([a-z-]+)=", attributes["src"])) <= parameters()
        else:
            assert set(attributes) <= found(source(SOURCES[tag]))["attribute"], tag
    example = [tag for tag, _ in Tags((ROOT / "clients/examples/web/plain/index.html").read_text()).found if tag.startswith("peal-")]
    assert sorted(example) == sorted(tag for tag, _ in tags if tag != "script"), "the example consists of the same elements"


def test_the_css_of_the_page_uses_what_there_is():
    [(_, _, text)] = code("css")
    for tag, part in re.findall(r"(peal-[a-z-]+)::part\(([a-z-]+)\)", text):
        assert part in found(source(SOURCES[tag]))["part"]
    assert set(re.findall(r"--peal-[a-z-]+", text)) <= set(re.findall(r"--peal-[a-z-]+", source(["base/styles.ts"])))


#: Of other libraries and of Node, exactly what the page's code uses.
OTHERS = """
declare module 'firebase/messaging' {
  export function getMessaging(): object;
  export function getToken(messaging: object, options: { serviceWorkerRegistration?: ServiceWorkerRegistration }): Promise<string>;
}
declare const process: { readonly argv: readonly string[] };
"""


def compiler_output(directory, blocks):
    """What the type checker says of blocks of code: with the client's sources as the package and as `/peal.js`."""
    directory.mkdir()
    for line, language, text in blocks:
        (directory / ("line%d.%s" % (line, language))).write_text(text)
    (directory / "others.d.ts").write_text(OTHERS)
    is_worker = blocks[0][2].startswith("importScripts")
    entries = {"peal-client": "peal.ts", "peal-client/core": "core/index.ts", "peal-client/react": "react/index.ts"}
    paths = {name: ["%s/src/%s" % (CLIENT, file)] for name, file in entries.items()}
    paths.update({"https://peal.example/peal.js": paths["peal-client"], "*": ["/usr/share/nodejs/@types/*"]})
    options = {
        "allowJs": True, "checkJs": True, "noImplicitAny": False, "strictNullChecks": True, "module": "ES2022", "target": "ES2022",
        "moduleResolution": "node", "jsx": "react-jsx", "skipLibCheck": True, "noEmit": True, "types": [], "baseUrl": "/", "paths": paths,
        "resolveJsonModule": True, "allowSyntheticDefaultImports": True,
        "lib": ["ES2022", "WebWorker"] if is_worker else ["ES2022", "DOM", "DOM.Iterable"],
    }
    include = ["."] if is_worker else [".", "%s/src/components/**/*.d.ts" % CLIENT]
    (directory / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "include": include}))
    said = subprocess.run(["tsc", "--project", str(directory)], capture_output=True, text=True, timeout=PATIENCE).stdout
    # What is wrong in the sources themselves, `make clients` says.
    return "\n".join(line for line in said.splitlines() if "clients/typescript/src/" not in line.split("(")[0])


def test_the_code_of_the_page_compiles(tmp_path):
    blocks = code("js", "ts", "tsx")
    workers = [block for block in blocks if block[2].startswith("importScripts")]
    pages = [block for block in blocks if block not in workers]
    assert len(workers) == 1 and len(pages) >= 5
    assert compiler_output(tmp_path / "worker", workers) == ""
    assert compiler_output(tmp_path / "page", pages) == ""


@pytest.mark.parametrize("text, wrong", [
    ("import { configure } from 'https://peal.example/peal.js'\nconfigure({ app: 'gss' }).inbox.readNothing()", "readNothing"),
    ("import { configure } from 'peal-client'\nconfigure({ application: 'gss' })", "application"),
    ("import { useBoard } from 'peal-client/react'\nuseBoard()", "useBoard"),
])
def test_code_that_uses_what_there_is_not_does_not_compile(tmp_path, text, wrong):
    assert wrong in compiler_output(tmp_path / "page", [(1, "js", text)])
