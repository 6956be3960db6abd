// What to try next in an app with replies: a tap on a phone, then the host's board, or the question that fills the screen.

import { el } from "./dom.js";

let shown = "";

/** Says the next step; nothing where an app has no replies, or before its first event. */
export function drawNext(app, session) {
  const step = !app?.board || !session.latest ? "" : session.replies.length ? "replied" : "asked";
  const key = `${app?.app} ${step}`;
  if (key === shown) return;
  shown = key;
  const line = document.getElementById("next");
  line.hidden = step === "";
  line.replaceChildren(...(step === "asked" ? ["Next: tap “10 min late” on a phone, or ", fullScreen(app), "."]
    : step === "replied" ? ["Next: ", board(app), ", or ", fullScreen(app), "."] : []));
}

const newTab = () => el("span", { class: "visually-hidden" }, " in a new tab");

const board = (app) => el("a", { href: app.board, target: "_blank" }, "see it on the host’s board", newTab());

/** In this browser as a user who is asked: the question is on the screen when the page opens. */
const fullScreen = (app) => el("a", { href: `browser.html?ask#${app.app}/${app.people.find(({ user }) => user !== hostOf(app)).user}`,
  target: "_blank" }, "answer full screen", newTab());

const hostOf = (app) => new URLSearchParams(app.board.split("?")[1]).get("host");
