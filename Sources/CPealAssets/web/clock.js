// The sandbox's virtual time: shown, and moved forward. Moving it fires everything that falls due on the way.

import { sandbox } from "./api.js";
import { el } from "./dom.js";
import { announce, attempt } from "./notice.js";
import { clockTime, fromInput, longDay, nextHour, rfc3339, toInput } from "./time.js";

const STEPS = [["+5 min", "PT5M"], ["+1 h", "PT1H"], ["+4 h", "PT4H"]];
const MOST_WAITING = 12;
const HOURS = [["To 23:00", 23], ["To 08:00", 8]];

/** Starts the time panel. `moved` is called after each move, `ticked` whenever the shown time changed. */
export function startClock({ moved, ticked }) {
  const panel = document.getElementById("clock");
  const form = document.getElementById("clock-set");
  const input = document.getElementById("clock-input");
  let queue = Promise.resolve();
  let waiting = 0;
  const clock = { now: Date.now(), zone: "UTC", refresh, setZone };

  function draw() {
    document.getElementById("clock-now").textContent = clockTime(clock.now, clock.zone);
    document.getElementById("clock-now").dateTime = rfc3339(clock.now);
    const place = clock.zone.replaceAll("_", " ");
    document.getElementById("clock-day").textContent = `${longDay(clock.now, clock.zone)} · ${place}`;
  }

  function take(answer) {
    const instant = Date.parse(answer?.now);
    if (!Number.isFinite(instant)) return;
    const changed = Math.floor(instant / 60_000) !== Math.floor(clock.now / 60_000);
    clock.now = instant;
    draw();
    if (changed) ticked();
  }

  async function refresh() { take(await sandbox.clock()); }

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
        await refresh();
        announce(`It is now ${clockTime(clock.now, clock.zone)}, ${longDay(clock.now, clock.zone)}.`);
      });
      waiting -= 1;
      if (waiting > 0) return;
      panel.removeAttribute("aria-busy");
      attempt(moved);
    });
  }

  const step = (label, change) =>
    el("button", { type: "button", class: "button small", onclick: () => move(change) }, label);
  const set = el("button", { type: "button", class: "button small", "aria-expanded": "false",
    "aria-controls": "clock-set" }, "Set…");
  set.addEventListener("click", () => {
    form.hidden = !form.hidden;
    set.setAttribute("aria-expanded", String(!form.hidden));
    if (form.hidden) return;
    input.min = toInput(clock.now, clock.zone);
    input.value = input.min;
    input.focus();
  });
  document.getElementById("clock-steps").append(
    ...STEPS.map(([label, duration]) => step(label, () => ({ advance: duration }))),
    ...HOURS.map(([label, hour]) => step(label, () => ({ set: rfc3339(nextHour(clock.now, hour, clock.zone)) }))),
    set,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = fromInput(input.value, clock.zone);
    if (Number.isFinite(wanted)) move(() => ({ set: rfc3339(wanted) }));
  });
  draw();
  return clock;
}
