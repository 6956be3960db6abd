// What a user wants to receive: global switches, categories by channel, quiet hours and mutes.

import { el, icon, toggle, unloaded } from "./dom.js";
import { attempt, confirmed } from "./notice.js";
import { dayAndTime } from "./time.js";
import { humanised } from "./words.js";

const CHANNELS = [["push", "Push"], ["inApp", "Inbox"]];
const GLOBALS = [["pushEnabled", "Push"], ["inAppEnabled", "Inbox"]];
const MUTES = [["1 hour", "PT1H"], ["1 day", "P1D"], ["1 week", "P7D"]];

let lastId = 0;

/** Makes the preferences view. `config` gives the categories' titles, `zone` the zone used when none is chosen. */
export function makePreferences({ user, config, zone, saved }) {
  const node = el("div", { class: "preferences" }, el("p", { class: "empty" }, "Loading…"));
  const unsaved = el("div", { role: "alert" });
  let isDrawn = false;

  async function load() {
    const worked = await attempt(async () => draw(await user.preferences(), await config()));
    if (!worked && !isDrawn) node.replaceChildren(unloaded("The settings could not be loaded.", load));
  }

  async function save(work) {
    const kept = await attempt(work);
    unsaved.replaceChildren();
    if (kept) {
      confirmed("Saved");
      saved();
    } else {
      unsaved.append(unloaded("The change was not saved.", () => saveAndReload(work)));
      unsaved.scrollIntoView({ block: "nearest" });
    }
    return kept;
  }

  async function saveAndReload(work) {
    await save(work);
    await load();
  }

  function draw(preferences, { categories, channels }) {
    isDrawn = true;
    const used = ([key]) => channels.includes(key.replace("Enabled", ""));
    node.replaceChildren(...[
      unsaved,
      globals(preferences.globalSettings ?? {}, used),
      section("Categories", Object.entries(preferences.categories ?? {})
        .map(([key, value]) => category(key, value, categories.get(key), used))),
      quietHours(preferences.quietHours),
      mutes(preferences.mutes ?? [], categories),
      el("button", { type: "button", class: "text-button reset",
        onclick: () => saveAndReload(() => user.resetPreferences()) }, "Reset to defaults"),
    ].filter(Boolean));
  }

  const section = (title, children) => el("section", { class: "group" }, el("h3", {}, title), children);

  function globals(settings, used) {
    return section("Channels", GLOBALS.filter(([key]) => key in settings).filter(used).map(([key, label]) => toggle({
      label, checked: settings[key] === true, change: (wanted) =>
        save(() => user.changePreferences({ globalSettings: { [key]: wanted } })),
    })));
  }

  function category(key, value, about, used) {
    lastId += 1;
    const reasonId = `locked-${lastId}`;
    const title = about?.title ?? about?.name ?? humanised(key);
    const locked = value.locked === true;
    const switches = CHANNELS.filter(([channel]) => channel in (value.channels ?? {})).filter(used)
      .map(([channel, label]) => toggle({
      label, compact: true, disabled: locked, checked: value.channels[channel] === true,
      describedBy: locked ? reasonId : null,
      change: (wanted) => save(() => user.changeCategory(key, { channels: { [channel]: wanted } })),
    }));
    return el("div", { class: "category", role: "group", "aria-label": title },
      toggle({
        label: title, checked: value.enabled === true, disabled: locked, describedBy: locked ? reasonId : null,
        change: (wanted) => save(() => user.changeCategory(key, { enabled: wanted })),
      }),
      locked ? el("p", { class: "locked", id: reasonId }, icon("lock"),
        value.lockReason || "This cannot be switched off.") : null,
      el("div", { class: "channels" }, switches));
  }

  function quietHours(quiet) {
    if (!quiet) return null;
    lastId += 1;
    const fixed = quiet.editable === false;
    const field = (name, label, type) => {
      const value = quiet[name] || (name === "timeZone" ? zone() : "");
      const id = `${name}-${lastId}`;
      const input = el("input", { type, id, value, disabled: fixed, autocomplete: "off", spellcheck: "false" });
      input.addEventListener("change", async () => {
        if (!input.value) return;
        const kept = await save(() => user.changePreferences({ quietHours: { [name]: input.value } }));
        if (kept) quiet[name] = input.value;
        else input.value = quiet[name] ?? "";
      });
      return el("div", { class: `field ${type}` }, el("label", { for: input.id }, label), input);
    };
    return section("Quiet hours", [
      toggle({ label: "No pushes during quiet hours", checked: quiet.enabled === true, disabled: fixed,
        change: (wanted) => save(() => user.changePreferences({ quietHours: { enabled: wanted } })) }),
      el("div", { class: "fields" }, field("start", "From", "time"), field("end", "To", "time"),
        field("timeZone", "Time zone", "text")),
    ]);
  }

  function mutes(rules, categories) {
    const what = ({ scope, target }) => ({ all: "Everything", thread: "One conversation",
      category: categories.get(target)?.title ?? "One category" })[scope] ?? humanised(scope);
    const until = (rule) => (rule.until ? ` until ${dayAndTime(rule.until, zone())}` : "");
    return section("Mute", [
      el("div", { class: "mute-buttons" }, MUTES.map(([label, duration]) => el("button", {
        type: "button", class: "button small", "aria-label": `Mute everything for ${label}`,
        onclick: () => saveAndReload(() => user.mute({ scope: "all", for: duration })),
      }, label))),
      rules.length ? el("ul", { class: "mute-list" }, rules.map((rule) => el("li", {},
        el("span", {}, `${what(rule)}${until(rule)}`),
        el("button", { type: "button", class: "text-button", "aria-label": `Unmute ${what(rule)}`,
          onclick: () => saveAndReload(() => user.unmute(rule.id)) }, "Unmute")))) : null,
    ]);
  }

  return { node, load };
}
