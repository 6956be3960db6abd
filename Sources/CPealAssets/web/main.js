// Starts the page: the apps, the time, what happens, and a shelf of phones that is kept up to date.

import { backend, person as personCalls, sandbox, scenario } from "./api.js";
import { startClock } from "./clock.js";
import { el } from "./dom.js";
import { drawHappenings } from "./happenings.js";
import { announce, attempt, failed } from "./notice.js";
import { makePhone } from "./phones.js";
import { setSound } from "./sound.js";
import { clockTime } from "./time.js";
import { decisionLine, decisionTone, humanised } from "./words.js";
import { makeWhy } from "./why.js";

const POLL = 1200;
const SETTLE = 4000;
const REMEMBERED = 30;
const RECENT = 30;

const clock = startClock({ moved, ticked: () => current.phones.forEach((phone) => phone.draw()) });
const keys = new Map();
const current = { apps: [], app: null, backend: null, cards: null, phones: [], people: new Map(), triggers: [],
  latest: null, round: 0 };

const why = makeWhy({
  load: async (person) => (current.people.get(person.user).decisions = await decisionsOf(person)),
  loadOne: (person, trigger) => current.backend.why({ trigger, user: person.user }),
  triggers: () => current.triggers,
  titleOf,
  zoneOf,
});

/** Several buttons may share a type: what was pressed here keeps its own title. */
function titleOf({ trigger, type }) {
  return current.triggers.find((entry) => entry.id === trigger)?.title
    ?? current.app.happenings.find((happening) => happening.type === type)?.title ?? humanised(type);
}

function zoneOf(person) { return person.timeZone ?? clock.zone; }

async function decisionsOf(person) {
  const { items = [] } = await current.backend.why({ user: person.user, limit: RECENT });
  return [...items].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

function choose(app) {
  Object.assign(current, { app, backend: backend(keys.get(app.app)), phones: [], people: new Map(), triggers: [],
    latest: null });
  current.round += 1;
  location.replace(`#${app.app}`);
  document.title = `${app.name} · Peal demo`;
  document.getElementById("app-name").textContent = app.name;
  document.getElementById("app-tagline").textContent = app.tagline ?? "";
  document.getElementById("outcome").replaceChildren();
  document.querySelector("#apps input:checked")?.parentElement.scrollIntoView({ inline: "center", block: "nearest" });
  paint(app.accent);
  clock.setZone(app.timeZone ?? "UTC");
  current.cards = drawHappenings(app, { zone: clock.zone, send: (body) => current.backend.trigger(body), sent });
  for (const person of app.people) addPerson(app, person);
  const shelf = document.getElementById("phones");
  shelf.replaceChildren(...current.phones.map((phone) => phone.node));
  shelf.scrollLeft = 0;
  poll();
  verdicts();
}

/** Times in the happenings are near to the clock, so they are asked for again when it was moved. */
async function moved() {
  const { apps } = await scenario();
  for (const app of current.apps) app.happenings = apps.find((fresh) => fresh.app === app.app)?.happenings ?? [];
  current.cards.update(current.app.happenings);
  await settled();
}

function addPerson(app, person) {
  const calls = personCalls(app.app, person.user);
  let asked = null;
  const config = () => (asked ??= appConfig(calls).catch((error) => {
    asked = null;
    throw error;
  }));
  current.people.set(person.user, { person, decisions: [] });
  person.phones.forEach((phone, index) => current.phones.push(makePhone(phone, {
    app, person, calls, clock, config, number: index + 1, zone: () => zoneOf(person),
    why: (who) => why.open(who, current.latest?.id),
  })));
}

/** What the app is told: whether it has an inbox, and its categories by name and by key. */
async function appConfig(calls) {
  const { categories, features } = await calls.clientConfig();
  return { hasInbox: features.inbox,
    categories: new Map(categories.flatMap((category) => [[category.name, category], [category.key, category]])) };
}

/** Sets the app's colour and the text colour that stays readable on it. */
function paint(accent) {
  const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/iu.test(accent ?? "") ? accent : "#3d5a80";
  const full = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join("") : colour.slice(1);
  const linear = [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  document.documentElement.style.setProperty("--accent", colour);
  document.documentElement.style.setProperty("--on-accent", luminance > 0.179 ? "#111318" : "#ffffff");
}

async function sent(happening, answer) {
  const entry = { id: answer.id, title: happening.title, at: new Date(clock.now).toISOString(), status: answer.status,
    duplicate: answer.duplicate === true };
  current.triggers = [entry, ...current.triggers.filter((known) => known.id !== entry.id)].slice(0, REMEMBERED);
  current.latest = entry;
  await settled();
  bringToView(entry);
}

/** On a narrow page the phones stand in a row: brings the first that rang, or was addressed, beside the buttons. */
function bringToView(entry) {
  if (!matchMedia("(max-width: 860px)").matches || current.latest !== entry) return;
  const decision = (phone) => current.people.get(phone.user).decisions.find(({ trigger }) => trigger === entry.id);
  const phone = current.phones.find((one) => decision(one) && decisionTone(decision(one)) === "good")
    ?? current.phones.find(decision);
  if (!phone) return;
  const shelf = document.getElementById("phones");
  shelf.scrollTo({ left: phone.node.offsetLeft - shelf.firstElementChild.offsetLeft });
  document.getElementById("happenings").scrollIntoView({ block: "start" });
}

/** Lets the server finish what is due, then shows what became of it on every phone. */
async function settled() {
  await sandbox.settle(SETTLE).catch(() => null);
  await Promise.allSettled(current.phones.map((phone) => phone.refresh()));
  const said = await verdicts();
  if (said) announce(said);
}

async function verdicts() {
  const round = current.round;
  const people = [...current.people.values()];
  const worked = await attempt(() =>
    Promise.all(people.map(async (entry) => { entry.decisions = await decisionsOf(entry.person); })));
  if (!worked || round !== current.round) return null;
  noteOwnTriggers(people.flatMap((entry) => entry.decisions));
  const lines = people.map(({ person, decisions }) => ({ person, ...verdictOf(person, decisions) }));
  for (const line of lines) {
    const theirs = current.phones.filter((phone) => phone.user === line.person.user);
    theirs.forEach((phone) => phone.setVerdict(line.text, line.tone));
  }
  return drawOutcome(lines);
}

/** What fired by itself, as a schedule does, becomes the latest happening too. */
function noteOwnTriggers(decisions) {
  const known = new Set(current.triggers.map((entry) => entry.id));
  const newest = decisions.filter((decision) => !known.has(decision.trigger))
    .reduce((best, decision) => (!best || Date.parse(decision.at) > Date.parse(best.at) ? decision : best), null);
  if (!newest || (current.latest && Date.parse(newest.at) <= Date.parse(current.latest.at))) return;
  current.latest = { id: newest.trigger, title: titleOf(newest), at: newest.at, status: "done", duplicate: false };
  current.triggers = [current.latest, ...current.triggers].slice(0, REMEMBERED);
}

function verdictOf(person, decisions) {
  const latest = current.latest;
  const decision = latest ? decisions.find((entry) => entry.trigger === latest.id) : decisions[0];
  const at = (instant) => clockTime(instant, zoneOf(person));
  if (decision) return { text: decisionLine(decision, at), tone: decisionTone(decision) };
  if (!latest) return { text: "Nothing has happened yet.", tone: "idle" };
  return latest.status === "scheduled" ? { text: "Scheduled for later", tone: "hold" }
    : { text: "Silent: not in the audience", tone: "idle" };
}

function drawOutcome(lines) {
  if (!current.latest) return null;
  const { title, duplicate, id } = current.latest;
  const addressed = lines.filter((line) => line.tone !== "idle");
  document.getElementById("outcome").replaceChildren(
    el("p", {}, el("strong", {}, title), duplicate ? " had already been said: nothing is sent twice." : ""),
    el("ul", {}, addressed.map((line) => el("li", {}, el("button", {
      type: "button", class: `pill ${line.tone}`, onclick: () => why.open(line.person, id),
        "aria-label": `${line.person.name}: ${line.text}. Why?`,
    }, `${line.person.name} · ${line.text}`)))));
  return `${title}. ${addressed.map((line) => `${line.person.name}: ${line.text}.`).join(" ")}`;
}

async function poll() {
  if (document.hidden) return;
  const answers = await Promise.allSettled([clock.refresh(), ...current.phones.map((phone) => phone.refresh())]);
  const lost = answers.every((answer) => answer.status === "rejected");
  if (lost && !document.body.classList.contains("disconnected")) failed(answers[0].reason);
  document.body.classList.toggle("disconnected", lost);
}

async function pollForever() {
  await poll();
  setTimeout(pollForever, POLL);
}

function drawApps(apps, chosen) {
  const picker = document.getElementById("apps");
  picker.append(...apps.map((app) => el("label", { class: "app-tab" },
    el("input", { type: "radio", name: "app", value: app.app, checked: app === chosen, onchange: () => choose(app) }),
    el("span", {}, app.name))));
}

function wireSwitches(apps) {
  const sound = document.getElementById("sound");
  sound.addEventListener("click", () => {
    const on = sound.getAttribute("aria-checked") !== "true";
    sound.setAttribute("aria-checked", String(on));
    setSound(on);
  });
  const outage = document.getElementById("outage");
  // A reload keeps the outage; another run of the server, which has other devices, does not know of it.
  const run = apps[0].people[0].phones[0]?.deviceId ?? "";
  outage.setAttribute("aria-checked", String(sessionStorage.getItem("outage") === run));
  outage.addEventListener("click", () => attempt(async () => {
    const down = outage.getAttribute("aria-checked") !== "true";
    if (down) {
      // Every provider of every app: the switch stays on when another app is looked at.
      await sandbox.addFault({ answer: { status: 503, reason: "UNAVAILABLE" } });
    } else {
      await sandbox.clearFaults();
    }
    outage.setAttribute("aria-checked", String(down));
    sessionStorage.setItem("outage", down ? run : "none");
    announce(down ? "The providers are down." : "The providers answer again.");
  }));
  document.addEventListener("pointerdown", (event) => closeMenus(event.target));
  document.addEventListener("focusin", (event) => closeMenus(event.target));
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" ? document.querySelector("details.menu[open]") : null;
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  document.addEventListener("visibilitychange", poll);
}

function closeMenus(target) {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(target)) menu.open = false;
}

async function start() {
  const [{ apps }, secrets] = await Promise.all([scenario(), sandbox.apps()]);
  current.apps = apps;
  for (const { app, secretKey } of secrets) keys.set(app, secretKey);
  const wanted = location.hash.slice(1);
  const chosen = apps.find((app) => app.app === wanted) ?? apps[0];
  drawApps(apps, chosen);
  wireSwitches(apps);
  choose(chosen);
  await pollForever();
}

attempt(start);
