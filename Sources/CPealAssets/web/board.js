// The host's board of an event: Peal's component, signed in as the host, at the demo's time.

import { demo, sandbox } from "./api.js";
import { startClient } from "./client.js";
import { paint } from "./colour.js";
import { el } from "./dom.js";
import { cityOf, clockTime, longDay, rfc3339 } from "./time.js";

const TICK = 2_000;
/** The demo's clock was moved when it differs from the expected time by more milliseconds than this. */
const MOVED = 5_000;
const byId = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search);
const [app, host, event] = [asked.get("app") ?? "gss", asked.get("host") ?? "jordan", asked.get("event") ?? "park-run"];
let ahead = 0;
/** Where the event takes place: the page tells the time there, as phones do, and so does the component. */
let zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const now = () => Date.now() + ahead;

/** Reads and shows the demo's clock; answers whether it was moved. */
async function readClock() {
  const before = ahead;
  ahead = Date.parse((await sandbox.clock()).now) - Date.now();
  byId("clock").hidden = false;
  byId("clock-now").textContent = clockTime(now(), zone);
  byId("clock-now").dateTime = rfc3339(now());
  byId("clock-day").textContent = `demo time, ${longDay(now(), zone)}, ${cityOf(zone)}`;
  return Math.abs(ahead - before) > MOVED;
}

/** Shows the event and who is signed in. The demo has their names, a board has neither. */
async function introduce() {
  const known = (await demo.scenario()).apps.find((one) => one.app === app);
  const user = known?.people.find((one) => one.user === host);
  const title = known?.entities.find(({ ref }) => ref === `event/${event}`)?.name ?? event;
  zone = known?.timeZone ?? zone;
  paint(known?.accent);
  byId("title").textContent = title;
  document.title = `${title}: ETA Status · Peal demo`;
  byId("host").textContent = `Signed in as ${user?.name ?? host}${user ? ` · ${user.note}` : ""}`;
  return user;
}

/** In English, times have 24 hours, as on the other pages of the demo. */
const languageOf = (user) => (user && user.locale !== "en" ? user.locale : "en-GB");

/**
 * Shows until when participants can reply, and whether a reminder was sent: the component shows neither.
 * Times have the format of the component.
 */
function drawReplies({ board, phase }, language) {
  const time = (instant) => new Date(instant).toLocaleTimeString(language, { hour: "numeric", minute: "2-digit", timeZone: zone });
  const texts = {
    none: () => "The event has no start yet.",
    early: () => `Starts at ${time(board.startsAt)}.`,
    open: () => (board.remindersSent ? `Participants can reply until ${time(board.clearsAt)}.` : "No reminder has been sent yet."),
    cleared: () => `Started at ${time(board.startsAt)}. Replies were cleared at ${time(board.clearsAt)}.`,
  };
  byId("replies").textContent = board ? texts[phase]() : "";
}

async function start() {
  const user = await introduce().catch(() => null);
  const lang = languageOf(user);
  await readClock().catch(() => false);
  const client = startClient({ app, user: host, locale: user?.locale, timeZone: zone, now });
  // It does not count as a view of the board: the component's own read does.
  const { get, subscribe } = client.eta.glance(event);
  subscribe(() => drawReplies(get(), lang));
  const board = el("peal-host-board", { event, lang });
  board.client = client;
  byId("board").append(board);
  // For the client a moved clock is as if the device had slept.
  const follow = () => readClock().then((isMoved) => isMoved && client.resumed()).catch(() => undefined)
    .finally(() => setTimeout(follow, TICK));
  await follow();
}

await start();
