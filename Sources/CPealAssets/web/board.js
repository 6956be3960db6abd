// The host's board of an event: read once, followed live, and asked for every 30 seconds while the connection is gone.

import { boardCalls, demo, sandbox } from "./api.js";
import { el, initials } from "./dom.js";
import { clockTime } from "./time.js";
import { humanised } from "./words.js";

const POLL = 30_000;
const TICK = 1500;
const KINDS = ["eta.changed", "resync"];
const RSVP = { confirmed: "Confirmed", "checked-in": "Checked in", cancelled: "Cancelled" };
const TALLY = [["onTime", "green"], ["runningLate", "yellow"], ["cantMakeIt", "red"], ["noResponse", "gray"]];

const byId = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search);
const [app, host, event] = [asked.get("app") ?? "gss", asked.get("host") ?? "jordan", asked.get("event") ?? "park-run"];
const calls = boardCalls(app, host, event);
const rows = new Map();
const drawn = new Map();
let board = null;
let isGone = false;
let now = Date.now();
let zone;

const time = (instant) => clockTime(instant, zone);

/** What a host may expect at this time: the board is read again whenever it becomes another one. */
function phase() {
  const { startsAt, opensAt, clearsAt } = board ?? {};
  if (!startsAt) return "none";
  if (now >= Date.parse(clearsAt)) return "cleared";
  return now < Date.parse(opensAt) ? "early" : "open";
}

/** Takes a board, or the part of it that changed. */
function take(fresh, isWhole) {
  if (board && fresh.version < board.version) return;
  const isFirst = !board;
  board = fresh;
  const changed = fresh.participants.filter((row) => JSON.stringify(rows.get(row.userId)) !== JSON.stringify(row));
  if (isWhole) rows.clear();
  for (const user of fresh.removed ?? []) rows.delete(user);
  for (const row of fresh.participants) rows.set(row.userId, row);
  draw();
  if (isFirst || !changed.length) return;
  for (const { userId } of changed) drawn.get(userId)?.node.classList.add("fresh");
  const said = changed.slice(0, 3).map((row) => `${row.displayName}: ${phase() === "cleared" ? checkIn(row) : row.text}.`);
  byId("announcer").textContent = `${said.join(" ")} ${byId("summary").textContent}.`;
}

function draw() {
  const named = [...rows.values()].sort((one, other) => one.displayName.localeCompare(other.displayName));
  byId("main").classList.toggle("cleared", phase() === "cleared");
  byId("about").textContent = when();
  drawTally(named);
  for (const [user, { node }] of drawn) {
    if (rows.has(user)) continue;
    node.remove();
    drawn.delete(user);
  }
  named.forEach(place);
  byId("participants").hidden = named.length === 0;
  byId("empty").hidden = named.length > 0;
}

/** Puts a row in its place; one that did not change is not touched, and the focus stays where it is. */
function place(row, index) {
  const signature = JSON.stringify(row);
  const before = drawn.get(row.userId);
  if (before?.signature !== signature) {
    const isFocused = before?.node.contains(document.activeElement);
    const node = rowOf(row);
    before?.node.replaceWith(node);
    drawn.set(row.userId, { node, signature });
    if (isFocused) node.querySelector("button").focus({ preventScroll: true });
  }
  const { node } = drawn.get(row.userId);
  const list = byId("rows");
  if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
}

function when() {
  const { startsAt, opensAt, clearsAt, remindersSent } = board;
  switch (phase()) {
    case "none": return "The event has no start yet.";
    case "cleared": return `Started at ${time(startsAt)}. Arrivals were cleared at ${time(clearsAt)}; check-ins stay.`;
    case "early": return `Starts at ${time(startsAt)}. Participants can reply from ${time(opensAt)}.`;
    default: return remindersSent ? `Starts at ${time(startsAt)}. Participants can reply until ${time(clearsAt)}.`
      : `Starts at ${time(startsAt)}. The participants have not been reminded yet.`;
  }
}

/** The summary, and the same as a bar of colours. From the end of the replies on, check-ins are what counts. */
function drawTally(named) {
  const here = named.filter(({ checkedIn }) => checkedIn).length;
  const isCleared = phase() === "cleared";
  byId("summary").textContent = isCleared ? `${here} of ${named.length} checked in` : board.summary.text;
  const parts = isCleared ? [[here, "green"], [named.length - here, "gray"]]
    : TALLY.map(([name, colour]) => [board.summary[name], colour]);
  byId("bar").replaceChildren(...parts.filter(([count]) => count > 0).map(([count, colour]) => {
    const part = el("span", { class: colour });
    part.style.flexGrow = count;
    return part;
  }));
}

const checkIn = ({ checkedIn, checkedInAt }) => (!checkedIn ? "Not checked in"
  : checkedInAt ? `Checked in at ${time(checkedInAt)}` : "Checked in");

function rowOf(row) {
  const name = el("button", { type: "button", class: "name-button", onclick: () => show(row.userId) }, row.displayName);
  return el("tr", { "data-user": row.userId, class: row.colour, role: "row" },
    el("th", { scope: "row", role: "rowheader" },
      el("span", { class: "face", "aria-hidden": "true" }, initials(row.displayName)), name),
    el("td", { role: "cell", class: "rsvp-cell" }, RSVP[row.rsvpStatus] ?? humanised(row.rsvpStatus)),
    el("td", { role: "cell", class: "eta-cell" }, el("span", { class: `eta ${row.colour}` }, row.text),
      row.etaStatus?.message ? el("span", { class: "hint words" }, `“${row.etaStatus.message}”`) : null),
    el("td", { role: "cell", class: "here-cell" },
      row.checkedIn ? el("span", { class: "here" }, `✓ ${checkIn(row)}`) : el("span", { class: "hint" }, checkIn(row))));
}

/** The RSVP and what the catalog shows of a participant. */
async function show(user) {
  const dialog = byId("details");
  const found = await calls.participant(user).catch((error) => ({ displayName: "Not available", error }));
  const { details = {}, error } = found;
  const facts = error ? [] : [
    ["RSVP status", RSVP[found.rsvpStatus] ?? humanised(found.rsvpStatus)],
    ...(phase() === "cleared" ? [] : [["ETA status", found.text]]),
    ["Check-in status", checkIn(found)],
    ...Object.entries(details).map(([name, value]) => [humanised(name), contact(name, String(value))]),
  ];
  dialog.replaceChildren(
    el("h2", { id: "details-name" }, found.displayName),
    error ? el("p", {}, error.message) : el("dl", {}, facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
    el("form", { method: "dialog" }, el("button", { class: "button" }, "Close")));
  dialog.showModal();
}

function contact(name, value) {
  const scheme = { phone: "tel", email: "mailto" }[name];
  return scheme ? el("a", { href: `${scheme}:${value.replaceAll(" ", "")}` }, value) : value;
}

function state(name, text) {
  byId("connection").dataset.state = name;
  byId("connection").textContent = text;
}

/** Whether a call said that a host looks at the board; also one that has no answer yet. */
let isCounted = false;

/** Reads the whole board. The first time says that a host looks at it, which counts as a view. */
async function read() {
  const counts = !isCounted;
  isCounted = true;
  try {
    take(await calls.board({ viewed: counts ? true : null }), true);
    return true;
  } catch (error) {
    if (counts) isCounted = false;
    // For users who do not host the event there is none.
    isGone = error.status === 404;
    if (isGone) {
      rows.clear();
      drawn.clear();
      byId("rows").replaceChildren();
      byId("participants").hidden = true;
      byId("summary").textContent = "";
      byId("bar").replaceChildren();
      byId("about").textContent = "This event is unknown, or it has another host.";
    } else if (!board) byId("about").textContent = error.message;
    return false;
  }
}

let poll = null;

/** Follows the board; a ticket is used up by the connection, so each one has its own. */
async function follow() {
  let stream;
  try { stream = new EventSource(await calls.stream()); } catch { return again(); }
  let isFirst = true;
  for (const kind of KINDS) {
    stream.addEventListener(kind, ({ data }) => {
      if (kind === "resync") return read();
      const { data: fresh } = JSON.parse(data);
      take(fresh, isFirst || !("removed" in fresh));
      isFirst = false;
      clearInterval(poll);
      poll = null;
      return state("live", "Live");
    });
  }
  stream.onerror = () => { stream.close(); again(); };
}

/** Without a connection the board is read every 30 seconds; a connection is tried soon. */
function again() {
  state("lost", "Not connected: updated every 30 seconds");
  poll ??= setInterval(read, POLL);
  setTimeout(follow, 1000 + Math.random() * 4000);
}

/** Follows the virtual time: nothing is sent when reminders are, replies open or are cleared, so the board is read then. */
async function tick() {
  const before = phase();
  now = await sandbox.clock().then((answer) => Date.parse(answer.now)).catch(() => now);
  byId("clock").hidden = false;
  byId("clock-now").textContent = time(now);
  const isUnasked = board && !board.remindersSent && phase() === "open";
  if (phase() !== before || isUnasked) await read();
}

async function tickForever() {
  await tick();
  setTimeout(tickForever, TICK);
}

/** The name of the event and the zone of its times are the demo's: a board has neither. */
async function introduce() {
  const { apps } = await demo.scenario();
  const known = apps.find((one) => one.app === app);
  zone = known?.timeZone;
  const entity = known?.entities.find(({ ref }) => ref === `event/${event}`);
  if (!entity) return;
  byId("title").textContent = `${entity.name}: who arrives when`;
  document.title = `${entity.name} · Peal demo`;
}

await introduce().catch(() => null);
await tick();
if (await read()) await follow();
else if (isGone) state("lost", "");
else again();
tickForever();
