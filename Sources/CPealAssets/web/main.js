// Starts the page: the apps, the clock, the events, and phones that are kept up to date.

import { alone, backend, demo, sandbox, userCalls } from "./api.js";
import { startClock } from "./clock.js";
import { paint } from "./colour.js";
import { el } from "./dom.js";
import { drawEvents } from "./events.js";
import { startMenus } from "./menu.js";
import { announce, attempt, confirmed, failed } from "./notice.js";
import { makePhone } from "./phones.js";
import { makeSession } from "./session.js";
import { closeSheet, startSheet } from "./sheet.js";
import { makeShelf } from "./shelf.js";
import { setSound } from "./sound.js";
import { drawNext } from "./story.js";
import { makeWhy } from "./why.js";
import { kindOf } from "./words.js";

const POLL = 1200;
const SETTLE = 4000;
const RECENT = 30;
const RESET_TRIES = 20;
/** So long the server that ends may still answer; what is asked later waits for the next one. */
const RESTART = 600;

const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
const byId = (id) => document.getElementById(id);
const clock = startClock({ moved: () => settled({ refreshEvents: true }),
  ticked: () => current.phones.forEach((phone) => phone.draw()) });
const current = { apps: [], keys: new Map(), run: null, app: null, session: null, phones: [], shelf: null, cards: null,
  round: 0, asking: 0, choosing: 0, isResetting: false };

/** What the banner says, the most urgent first. */
const BANNERS = [
  ["resetting", "Resetting the demo…"],
  ["lost", "Connection to the server lost. Trying again…"],
  ["outage", "Simulated outage: the push services are unavailable. Pushes are retried."],
];
const banners = new Set();

/** Shows an app; what was shown before is forgotten. */
async function choose(app) {
  current.choosing += 1;
  try {
    drawNext(null);
    await draw(app);
  } finally {
    current.choosing -= 1;
  }
}

/** Placeholders for the phones: those of another app would show outcomes that are not this app's. */
function clearPhones() {
  byId("stage").setAttribute("aria-busy", "true");
  byId("outcome").replaceChildren(el("p", { class: "hint" }, "Loading…"));
  delete byId("phones").dataset.count;
  byId("phones").replaceChildren(...Array.from({ length: 4 }, () => el("div", { class: "skeleton tall" })));
}

async function draw(app) {
  const calls = backend(current.keys.get(app.app));
  const session = makeSession(app, calls, () => clock.zone);
  current.round += 1;
  Object.assign(current, { app, session, phones: [], shelf: null });
  closeSheet();
  clearPhones();
  document.title = `${app.name} · Peal demo`;
  byId("app-tagline").replaceChildren(el("strong", {}, app.name), `: ${app.tagline ?? ""} `,
    app.board ? el("a", { href: app.board, target: "_blank" }, "Open the host’s board",
      el("span", { class: "visually-hidden" }, " in a new tab")) : "");
  for (const link of byId("apps").children) {
    if (link.hash === `#${app.app}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  paint(app.accent);
  clock.setZone(app.timeZone ?? "UTC");
  const why = makeWhy({ session, load: (user) => decisionsOf(calls, user),
    loadOne: (user, trigger) => calls.why({ trigger, user: user.user }),
    phonesOf: (user) => current.phones.filter((phone) => phone.user === user).map(({ state }) => state) });
  current.cards = drawEvents(app, { send: (body) => calls.trigger(body), sent });
  const state = await demo.state(app.app);
  if (current.app !== app) return;
  clock.take(state);
  current.phones = app.people.flatMap((user) => phonesFor(app, user, state, why));
  current.shelf = makeShelf({ session, phones: current.phones });
  byId("stage").removeAttribute("aria-busy");
  document.body.classList.remove("loading");
  await refresh();
  current.shelf.sort();
}

function phonesFor(app, user, state, why) {
  const calls = userCalls(app.app, user.user);
  let asked = null;
  const config = () => (asked ??= appConfig(calls).catch((error) => {
    asked = null;
    throw error;
  }));
  const { session } = current;
  const theirs = state.phones.filter((phone) => phone.user === user.user);
  return theirs.map((phone) => makePhone(phone, { app, user, calls, kind: kindOf(phone, theirs),
    isOnly: theirs.length === 1, clock, config, zone: () => session.zoneOf(user), changed: refresh,
    replied: (reply) => session.replied(reply), why: (who) => why.open(who, session.latest?.id) }));
}

/** What the app is told: its channels, whether it has an inbox, and its categories by name and by key. */
async function appConfig(calls) {
  const { categories, channels, features } = await calls.clientConfig();
  return { channels, hasInbox: features.inbox,
    categories: new Map(categories.flatMap((category) => [[category.name, category], [category.key, category]])) };
}

async function decisionsOf(calls, user) {
  const { items = [] } = await calls.why({ user: user.user, limit: RECENT });
  return [...items].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

async function sent(event, answer) {
  current.session.sent(event, answer, clock.now);
  await settled({});
  if (!matchMedia("(max-width: 860px)").matches) return;
  byId("shelf-title").scrollIntoView({ block: "start" });
}

/** Lets the server finish what is due, then shows what became of it on every phone. */
async function settled({ refreshEvents = false }) {
  const { round } = current;
  await sandbox.settle(SETTLE).catch(() => null);
  const said = await refresh();
  if (round !== current.round) return;
  current.shelf?.sort();
  if (said) announce(said);
  if (!refreshEvents) return;
  // Times in the events are near to the clock, so they are asked for again when it was moved.
  const { apps } = await demo.scenario();
  for (const app of current.apps) app.events = apps.find((fresh) => fresh.app === app.app)?.events ?? app.events;
  current.cards.update(current.app.events);
}

/** Asks for the state of the chosen app and for what was decided; answers the summary. */
async function refresh() {
  current.asking += 1;
  try {
    return await ask();
  } finally {
    current.asking -= 1;
  }
}

async function ask() {
  const { round, app, session } = current;
  if (!app) return "";
  const [state] = await Promise.all([demo.state(app.app), session.refresh()]);
  if (round !== current.round) return "";
  if (state.run !== current.run) return restart();
  clock.take(state);
  setOutage(state.outage);
  // Users keep their order of phones, so a phone that replaced another takes its place.
  for (const user of app.people) {
    const theirs = state.phones.filter((phone) => phone.user === user.user);
    current.phones.filter((phone) => phone.user === user).forEach((phone) => {
      const fresh = theirs.find(({ phoneId }) => phoneId === phone.state.phoneId)
        ?? theirs.find(({ phoneId, platform }) => platform === phone.state.platform
          && !current.phones.some((other) => other.state.phoneId === phoneId));
      if (fresh) phone.take(fresh);
    });
  }
  const said = current.shelf?.update() ?? "";
  drawNext(app, session);
  return said;
}

async function poll() {
  // What is asked for a reason is not overtaken by what is asked in turn.
  if (document.hidden || current.isResetting || current.asking > 0 || current.choosing > 0) return;
  try {
    // Without a shelf, the app could not be shown when it was chosen: it is loaded again.
    await (current.shelf ? refresh() : load());
    if (!current.isResetting) connected(true);
  } catch (error) {
    if (error.status) failed(error);
    else connected(false);
  }
}

function connected(isConnected) {
  document.body.classList.toggle("disconnected", !isConnected);
  banner("lost", !isConnected);
}

function banner(name, isShown) {
  if (isShown) banners.add(name);
  else banners.delete(name);
  const text = BANNERS.find(([key]) => banners.has(key))?.[1];
  byId("banner").hidden = !text;
  if (text && byId("banner").textContent !== text) byId("banner").textContent = text;
}

async function pollForever() {
  await poll();
  setTimeout(pollForever, POLL);
}

/** Starts again with what the server has now, after a reset here or in another tab. */
async function restart() {
  clock.restart();
  await load();
  confirmed("The demo starts from the beginning");
  return "";
}

/** One step: controls wait, and so does what the page asks, until the server has started again. */
async function reset() {
  if (current.isResetting) return;
  resetting(true);
  const isDone = await attempt(() => alone(async () => {
    await demo.reset();
    await pause(RESTART);
    for (let left = RESET_TRIES; left > 0; left -= 1) {
      if ((await demo.stateAfterReset(current.app.app)).run !== current.run) return;
      await pause(RESTART);
    }
    throw Object.assign(new Error("It did not start again in time."), { title: "The demo could not be reset" });
  }));
  if (isDone) await attempt(restart);
  resetting(false);
}

function resetting(isResetting) {
  current.isResetting = isResetting;
  // The focus stays on the button that was pressed, so what waits is not disabled but inert around it.
  byId("main").inert = isResetting;
  for (const id of ["reset", "outage"]) byId(id).setAttribute("aria-disabled", String(isResetting));
  if (isResetting) byId("stage").setAttribute("aria-busy", "true");
  else byId("stage").removeAttribute("aria-busy");
  banner("resetting", isResetting);
}

function setOutage(isDown) {
  byId("outage").setAttribute("aria-checked", String(isDown));
  banner("outage", isDown);
}

function wire() {
  const sound = byId("sound");
  sound.addEventListener("click", () => {
    const on = sound.getAttribute("aria-checked") !== "true";
    sound.setAttribute("aria-checked", String(on));
    setSound(on);
  });
  byId("outage").addEventListener("click", () => current.isResetting || attempt(async () => {
    const isDown = byId("outage").getAttribute("aria-checked") !== "true";
    // Every push service of every app.
    if (isDown) await sandbox.addFault({ answer: { status: 503, reason: "UNAVAILABLE" } });
    else await sandbox.clearFaults();
    setOutage(isDown);
    // The banner announces the outage itself.
    if (!isDown) announce("The push services are available again.");
  }));
  byId("reset").addEventListener("click", reset);
  byId("retry").addEventListener("click", start);
  addEventListener("hashchange", () => {
    const app = wanted();
    if (app && app !== current.app) attempt(() => choose(app));
  });
  document.addEventListener("visibilitychange", poll);
  startMenus();
  startSheet();
}

const wanted = () => current.apps.find((app) => `#${app.app}` === location.hash);

/** Loads the apps and shows the one the address names. */
async function load() {
  const [{ run, apps }, secrets] = await Promise.all([demo.scenario(), sandbox.apps()]);
  Object.assign(current, { run, apps, keys: new Map(secrets.map(({ app, secretKey }) => [app, secretKey])) });
  byId("apps").replaceChildren(...apps.map((app) => el("a", { href: `#${app.app}` }, app.name)));
  const chosen = wanted() ?? apps[0];
  if (location.hash !== `#${chosen.app}`) history.replaceState(null, "", `#${chosen.app}`);
  await choose(chosen);
}

async function start() {
  byId("failure").hidden = true;
  byId("stage").hidden = false;
  try {
    await load();
  } catch (error) {
    byId("stage").hidden = true;
    byId("failure").hidden = false;
    byId("failure-text").textContent = [error.title, error.detail].filter(Boolean).join(". ");
    byId("retry").focus();
    return;
  }
  await pollForever();
}

wire();
start();
