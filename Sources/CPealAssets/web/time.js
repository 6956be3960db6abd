// Instants in the time zones of users.

const MINUTE = 60_000;
const DAY = 86_400_000;

function formatter(zone, options) {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: zone || "UTC", ...options });
  } catch {
    return new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
  }
}

/** `18:04` in a zone. */
export const clockTime = (instant, zone) => formatter(zone, { hour: "2-digit", minute: "2-digit" })
  .format(new Date(instant));

/** `Friday 20 November` in a zone. */
export const longDay = (instant, zone) =>
  formatter(zone, { weekday: "long", day: "numeric", month: "long" }).format(new Date(instant)).replace(",", "");

const shortDay = (instant, zone) =>
  formatter(zone, { weekday: "short", day: "numeric", month: "short" }).format(new Date(instant)).replace(",", "");

/** `Fri 20 Nov, 18:04` in a zone. */
export const dayAndTime = (instant, zone) =>
  `${shortDay(instant, zone)}, ${clockTime(instant, zone)}`;

/** `18:04:31` in a zone. */
export const clockSecond = (instant, zone) =>
  formatter(zone, { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(new Date(instant));

/** `Fri 20 Nov, 18:04:31` in a zone. */
export const dayAndSecond = (instant, zone) => `${shortDay(instant, zone)}, ${clockSecond(instant, zone)}`;

const CITIES = { "America/Bogota": "Bogotá", "America/Sao_Paulo": "São Paulo", "Atlantic/Cape_Verde": "Praia",
  "Pacific/Noumea": "Nouméa" };

/** The city of an IANA zone as people write it. */
export const cityOf = (zone) => CITIES[zone] ?? zone.split("/").at(-1).replaceAll("_", " ");

/** How long ago an instant was, in the short words of a lock screen. */
export function ago(instant, now, zone) {
  const passed = now - Date.parse(instant);
  if (!Number.isFinite(passed)) return "";
  if (passed < MINUTE) return "now";
  if (passed < 60 * MINUTE) return `${Math.floor(passed / MINUTE)} min ago`;
  if (passed < DAY) return `${Math.floor(passed / (60 * MINUTE))} h ago`;
  return formatter(zone, { day: "numeric", month: "short" }).format(new Date(instant));
}

function localParts(instant, zone) {
  const parts = formatter(zone, {
    year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit",
      hourCycle: "h23",
  }).formatToParts(new Date(instant));
  return Object.fromEntries(parts.map((part) => [part.type, Number(part.value)]));
}

function localAsUTC(instant, zone) {
  const at = localParts(instant, zone);
  return Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second);
}

/** The instant at which a zone's wall clock shows the given time; two rounds are enough for a change of offset in between. */
function fromLocal(wall, zone) {
  let instant = wall;
  for (let round = 0; round < 2; round += 1) instant = wall - (localAsUTC(instant, zone) - instant);
  return instant;
}

/** The next instant after `now` at which the zone's clock shows the hour. */
export function nextHour(now, hour, zone) {
  const at = localParts(now, zone);
  for (let day = 0; day < 3; day += 1) {
    const instant = fromLocal(Date.UTC(at.year, at.month - 1, at.day + day, hour), zone);
    if (instant > now) return instant;
  }
  return now + DAY;
}

/** The value of a `datetime-local` input for an instant, and back. */
export const toInput = (instant, zone) => new Date(localAsUTC(instant, zone)).toISOString().slice(0, 16);
export const fromInput = (value, zone) => fromLocal(Date.parse(`${value}:00Z`), zone);

/** RFC 3339 in UTC, without a fraction. */
export const rfc3339 = (instant) => new Date(instant).toISOString().replace(/\.\d{3}Z$/u, "Z");
