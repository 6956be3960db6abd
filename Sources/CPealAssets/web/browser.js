// One page for five apps: Peal's components, and this browser as one of the phones.

import { configure } from "/peal.js";
import { backend, demo, sandbox, withFreshId } from "./api.js";
import { paint } from "./colour.js";
import { drawEvents } from "./events.js";
import { attempt } from "./notice.js";
import { browserPhone } from "./simulated.js";

const CLOCK = 5_000;
/** The demo's clock was moved when it differs from the expected time by more milliseconds than this. */
const MOVED = 5_000;
const byId = (id) => document.getElementById(id);
const TABS = ["inbox", "preferences", "board"];
const STATES = {
  unsupported: "This browser has no push notifications.",
  denied: "Notifications are blocked. Allow them in the browser’s settings of this site.",
  ask: "Off. Nothing is sent before you allow it.",
  real: "On, by this browser’s own push service. Pushes arrive also while this page is closed.",
  simulated: "On. The push service of this browser cannot be reached, so the demo simulates it while this page is open.",
};

let scenario = null;
let keys = new Map();
let client = null;
let phone = null;
let ahead = 0;

/** The demo's clock runs ahead of the computer's once it was moved. */
async function readClock() {
  const before = ahead;
  ahead = Date.parse((await sandbox.clock()).now) - Date.now();
  // For the client it is as if the device had slept.
  if (client && Math.abs(ahead - before) > MOVED) await client.resumed();
}

/** `#gss/dana`: an app and who is signed in. */
function chosen() {
  const [name, id] = location.hash.slice(1).split("/").map(decodeURIComponent);
  const app = scenario.apps.find((one) => one.app === name) ?? scenario.apps[0];
  return { app, user: app.people.find((one) => one.user === id) ?? app.people[0] };
}

async function show() {
  const { app, user } = chosen();
  document.title = `${app.name} in this browser · Peal demo`;
  paint(app.accent);
  for (const link of byId("apps").children) {
    if (link.hash === `#${app.app}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  byId("app-name").textContent = app.name;
  byId("user").replaceChildren(...app.people.map((one) => new Option(one.name, one.user, false, one === user)));
  byId("user-note").textContent = user.note;
  byId("opened").hidden = true;
  drawEvents(app, { send: (body) => backend(keys.get(app.app)).trigger(body), sent: () => undefined });
  drawArrivals(app, user);
  select("inbox");
  await signIn(app, user);
}

/** What an app with arrivals shows of its event: its host the board, participants their replies. */
function drawArrivals(app, user) {
  const { event, host } = Object.fromEntries(new URLSearchParams(app.board?.split("?")[1] ?? ""));
  const isHost = host === user.user;
  byId("tab-board").hidden = !event;
  byId("eta").hidden = !isHost;
  byId("panel-board").replaceChildren();
  if (!event) return;
  if (isHost) byId("eta").setAttribute("event", event);
  const element = document.createElement(isHost ? "peal-host-board" : "peal-quick-reply");
  element.setAttribute("event", event);
  byId("panel-board").append(element);
}

async function signIn(app, user) {
  phone?.stop();
  for (const element of document.querySelectorAll("peal-bell, peal-inbox, peal-permission, peal-preferences, peal-eta-button, "
    + "peal-host-board, peal-quick-reply, peal-toast")) element.lang = user.locale ?? "en";
  phone = browserPhone(app.app, user.user);
  client = configure({
    app: app.app,
    locale: user.locale,
    timeZone: user.timeZone,
    token: async () => (await sandbox.token(app.app, user.user)).jwt,
    workerUrl: "/peal-sw.js",
    openUrl: `/browser.html?open={link}#${app.app}/${user.user}`,
    subscribe: phone.subscribe,
    now: () => Date.now() + ahead,
  });
  client.links.onOpen(open);
  client.config.subscribe(drawInbox);
  drawInbox(client.config.get());
  client.permission.view.subscribe(drawPush);
  client.devices.state.subscribe(drawPush);
  drawPush();
}

/** An app may have no inbox: its users have the settings alone. */
function drawInbox(config) {
  const hasInbox = config?.features.inbox !== false;
  byId("tab-inbox").hidden = !hasInbox;
  byId("bell").hidden = !hasInbox;
  if (!hasInbox && !byId("panel-inbox").hidden) select("preferences");
}

function drawPush() {
  const { state } = client.permission.view.get();
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const isOn = state === "granted" && client.devices.state.get().id !== null;
  const name = !isSupported ? "unsupported" : state === "denied" ? "denied" : !isOn ? "ask" : phone.isSimulated ? "simulated" : "real";
  byId("push-state").textContent = STATES[name];
  byId("enable").hidden = name !== "ask";
}

/** Where a tap leads: the demo's app has no screens of its own, so it says which one would open. */
function open({ path }) {
  if (path.startsWith("/settings")) select("preferences");
  else if (path.endsWith("/eta") && !byId("tab-board").hidden) select("board");
  else if (path.startsWith("/notifications")) select("inbox");
  byId("opened").hidden = false;
  byId("opened").textContent = `The app opens ${path}`;
  void client.screenViewed(path);
}

function select(name) {
  for (const tab of TABS) {
    const isSelected = tab === name;
    byId(`tab-${tab}`).setAttribute("aria-selected", String(isSelected));
    byId(`tab-${tab}`).tabIndex = isSelected ? 0 : -1;
    byId(`panel-${tab}`).hidden = !isSelected;
  }
}

function startTabs() {
  for (const tab of TABS) byId(`tab-${tab}`).addEventListener("click", () => select(tab));
  document.querySelector(".client-tabs").addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const shown = TABS.filter((tab) => !byId(`tab-${tab}`).hidden);
    const at = shown.findIndex((tab) => byId(`tab-${tab}`).getAttribute("aria-selected") === "true");
    const next = shown[(at + step + shown.length) % shown.length];
    select(next);
    byId(`tab-${next}`).focus();
  });
}

async function start() {
  scenario = await demo.scenario();
  keys = new Map((await sandbox.apps()).map(({ app, secretKey }) => [app, secretKey]));
  await readClock();
  setInterval(() => readClock().catch(() => undefined), CLOCK);
  byId("apps").replaceChildren(...scenario.apps.map((app) => {
    const link = document.createElement("a");
    link.href = `#${app.app}`;
    link.textContent = app.name;
    return link;
  }));
  byId("user").addEventListener("change", ({ target }) => { location.hash = `${chosen().app.app}/${target.value}`; });
  byId("enable").addEventListener("click", () => void client.permission.ask());
  byId("eta").addEventListener("click", () => select("board"));
  addEventListener("hashchange", () => void attempt(show));
  startTabs();
  await show();
  if (new URLSearchParams(location.search).has("ask")) await ask();
}

/** `?ask`: the host asks at once, so that the question fills the screen. Once: a reload does not ask again. */
async function ask() {
  const { app } = chosen();
  history.replaceState(null, "", location.pathname + location.hash);
  const event = app.events.find(({ trigger }) => trigger.type === "eta-request");
  if (!event) return;
  const { config, live } = client;
  // What is sent before the page is followed live, or before the catalog says how it is shown, would only be in the inbox.
  await until(config, (value) => value !== null);
  await until(live.mode, (mode) => mode === "live");
  await backend(keys.get(app.app)).trigger(withFreshId(event.trigger));
}

async function until(store, holds) {
  if (!holds(store.get())) await new Promise((resolve) => { store.subscribe((value) => holds(value) && resolve()); });
}

void attempt(start);
