// Draws the Markdown of our own README: headings, paragraphs, lists, tables, code. Every text goes through text nodes.

import { el } from "./dom.js";

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|!\[([^\]]*)\]\([^)]*\)|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)|<img[^>]*\balt="([^"]*)"[^>]*>|<(https?:[^>]+)>/gu;

/** The elements of a line's text. */
function inline(text) {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    nodes.push(text.slice(end, found.index), node(found));
    end = found.index + found[0].length;
  }
  return [...nodes, text.slice(end)].filter(Boolean);
}

function node([, code, strong, emphasis, picture, label, target, image, address]) {
  if (code !== undefined) return el("code", {}, code);
  if (strong !== undefined) return el("strong", {}, inline(strong));
  if (emphasis !== undefined) return el("em", {}, inline(emphasis));
  if (picture !== undefined || image !== undefined) return el("span", { class: "picture" }, `Picture: ${picture ?? image}`);
  if (address !== undefined) return el("a", { href: address }, address);
  // A file of the repository is not served: its name is all there is.
  return /^(https?:|#)/u.test(target) ? el("a", { href: target }, inline(label)) : el("span", { title: target }, inline(label));
}

const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}\s-]/gu, "").trim().replaceAll(" ", "-");

/** Cells are divided by bars, except within code. */
const cells = (line) => line.trim().replace(/^\||\|$/gu, "").split(/(?<!\\)\|/u).map((cell) => cell.trim().replaceAll("\\|", "|"));

const row = (line, tag) => el("tr", {}, cells(line).map((cell) => el(tag, tag === "th" ? { scope: "col" } : {}, inline(cell))));

const table = ([head, , ...rows]) => el("div", { class: "scrolls", tabindex: 0, role: "group", "aria-label": "Table" },
  el("table", {}, el("thead", {}, row(head, "th")), el("tbody", {}, rows.map((line) => row(line, "td")))));

const LIST = /^(?:[*-]|\d+\.)\s+/u;

/** Lines that belong to an item are indented. */
function list(lines) {
  const items = [];
  for (const line of lines) {
    if (LIST.test(line)) items.push(line.replace(LIST, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return el(/^\d/u.test(lines[0]) ? "ol" : "ul", {}, items.map((item) => el("li", {}, inline(item))));
}

function block(lines) {
  const [first] = lines;
  const heading = first.match(/^(#{1,4})\s+(.*)$/u);
  if (heading) return el(`h${heading[1].length}`, { id: slug(heading[2]) }, inline(heading[2]));
  if (first.startsWith("|")) return table(lines);
  if (LIST.test(first)) return list(lines);
  return el("p", {}, inline(lines.join(" ")));
}

/** The elements of a document. */
export function blocks(text) {
  const nodes = [];
  let lines = [];
  const end = () => {
    if (lines.length) nodes.push(block(lines));
    lines = [];
  };
  let code = null;
  for (const line of text.replace(/<!--[\s\S]*?-->\n?/gu, "").split("\n")) {
    if (line.trimStart().startsWith("```")) {
      if (code) nodes.push(el("pre", { tabindex: 0, role: "group", "aria-label": "Code" }, el("code", {}, code.join("\n"))));
      else end();
      code = code ? null : [];
    } else if (code) code.push(line);
    else if (line.trim() === "") end();
    else {
      if (line.startsWith("#")) end();
      lines.push(line);
      if (line.startsWith("#")) end();
    }
  }
  end();
  return nodes;
}
