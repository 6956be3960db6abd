// The demo's virtual time: shown, and moved forward. Moving it fires everything that falls due on the way.

import { sandbox } from "./api.js";
import { el } from "./dom.js";
import { announce, attempt } from "./notice.js";
import { cityOf, clockTime, fromInput, longDay, nextHour, rfc3339, toInput } from "./time.js";

const STEPS = [["+5 min", "PT5M"], ["+1 h", "PT1H"], ["+4 h", "PT4H"]];
const HOURS = [["To 23:00", 23], ["To 08:00", 8]];
const MOST_WAITING = 12;
const FARTHEST = 366 * 86_400_000;

/** Starts the clock. `moved` is called after each move, `ticked` whenever the shown time changed. */
export function startClock({ moved, ticked }) {
  const panel = document.getElementById("clock");
  const form = document.getElementById("clock-set");
  const input = document.getElementById("clock-input");
  let queue = Promise.resolve();
  let waiting = 0;
  const clock = { now: Date.now(), zone: "UTC", take, setZone, restart };
  let latest = -Infinity;
  let isEdited = false;

  function draw() {
    document.getElementById("clock-now").textContent = clockTime(clock.now, clock.zone);
    document.getElementById("clock-now").dateTime = rfc3339(clock.now);
    document.getElementById("clock-day").textContent = `${longDay(clock.now, clock.zone)}, ${cityOf(clock.zone)}`;
  }

  /** Takes the time of an answer. */
  function take(answer) {
    const instant = Date.parse(answer?.now);
    // The clock never goes back: an answer that was under way while it was moved tells an old time.
    if (!Number.isFinite(instant) || instant < latest) return;
    latest = instant;
    const changed = Math.floor(instant / 60_000) !== Math.floor(clock.now / 60_000);
    clock.now = instant;
    draw();
    if (!form.hidden) offer();
    if (changed) ticked();
  }

  /** The demo starts again, at the time of this computer. */
  function restart() { latest = -Infinity; }

  /** The times the form takes; it proposes the present one until another was entered. */
  function offer() {
    input.min = toInput(clock.now, clock.zone);
    input.max = toInput(clock.now + FARTHEST, clock.zone);
    if (!isEdited || input.value < input.min) input.value = input.min;
  }

  function setZone(zone) {
    clock.zone = zone;
    draw();
  }

  // Presses in quick succession add up: each move starts from where the one before it ended.
  function move(change) {
    if (waiting === MOST_WAITING) return;
    waiting += 1;
    panel.setAttribute("aria-busy", "true");
    queue = queue.then(async () => {
      await attempt(async () => {
        take(await sandbox.moveClock(change()));
        announce(`It is now ${clockTime(clock.now, clock.zone)}, ${longDay(clock.now, clock.zone)}.`);
      });
      waiting -= 1;
      if (waiting > 0) return;
      await attempt(moved);
      panel.removeAttribute("aria-busy");
    });
  }

  const step = (label, change) =>
    el("button", { type: "button", class: "button", onclick: () => move(change) }, label);
  const set = el("button", { type: "button", class: "button", "aria-expanded": "false",
    "aria-controls": "clock-set" }, "Set time…");
  const show = (isShown) => {
    form.hidden = !isShown;
    set.setAttribute("aria-expanded", String(isShown));
  };
  set.addEventListener("click", () => {
    show(form.hidden);
    if (form.hidden) return;
    isEdited = false;
    offer();
    input.focus();
  });
  input.addEventListener("input", () => { isEdited = true; });
  document.getElementById("clock-steps").append(
    ...STEPS.map(([label, duration]) => step(label, () => ({ advance: duration }))),
    ...HOURS.map(([label, hour]) => step(label, () => ({ set: rfc3339(nextHour(clock.now, hour, clock.zone)) }))),
    set,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = fromInput(input.value, clock.zone);
    if (!Number.isFinite(wanted)) return;
    // The input knows minutes only: the minute it is now stands for now.
    move(() => ({ set: rfc3339(Math.max(wanted, clock.now + 1000)) }));
    show(false);
    set.focus();
  });
  draw();
  return clock;
}
