// The README as a page. The demo has the text alone: pictures are described, and what is elsewhere in the repository is named.

import { el } from "./dom.js";
import { blocks } from "./markdown.js";

const main = document.getElementById("main");
try {
  const answer = await fetch("README.md");
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  main.replaceChildren(...blocks(await answer.text()));
} catch {
  main.replaceChildren(el("p", { role: "alert" }, "The README could not be loaded. ", el("a", { href: "readme.html" }, "Try again")));
}
