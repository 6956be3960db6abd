import type { ParsedPush, PealPayload } from '../core/foreground/parsePayload.js';
import { parsePayload } from '../core/foreground/parsePayload.js';

type Values = Readonly<Record<string, unknown>>;

export type Push =
  | { readonly status: 'ok'; readonly peal: PealPayload; readonly title: string; readonly options: Values; readonly raw: unknown }
  /** `unknown`: of a later version. */
  | { readonly status: 'malformed' | 'unknown'; readonly id: string | null; readonly raw: unknown };

const names = ['body', 'tag', 'icon', 'badge', 'image', 'lang', 'dir', 'silent', 'renotify', 'requireInteraction', 'timestamp'] as const;
const flags = /^(silent|renotify|requireInteraction)$/;
const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** The options in FCM's data, whose values are texts. */
function optionsOf({ options }: Values): Values {
  try {
    const values: unknown = JSON.parse(String(options));
    return isValues(values) ? values : {};
  } catch {
    return {};
  }
}

function option(name: string, value: unknown): unknown {
  if (flags.test(name)) return value === true || undefined;
  if (name === 'timestamp') return Number(value) || undefined;
  if (name === 'dir') return /^(ltr|rtl|auto)$/.test(String(value)) ? value : undefined;
  return typeof value === 'string' && value ? value : undefined;
}

/**
 * Reads a push; `null` leaves it to the other listeners of the worker. Ours has `peal` next to the options of
 * `showNotification` (Web Push) or in `data` with the options as a text of their own (FCM). What also has FCM's `notification` is drawn by Firebase.
 */
export function readPush(data: { json(): unknown } | null): Push | null {
  let raw: unknown;
  try {
    raw = data?.json();
  } catch {
    return null;
  }
  if (!isValues(raw)) return null;
  const isFcm = !('peal' in raw) && isValues(raw.data) && 'peal' in raw.data && !('notification' in raw);
  if (!isFcm && !('peal' in raw)) return null;
  const parsed: ParsedPush = parsePayload(raw);
  if (parsed.status === 'foreign') return null;
  if (parsed.status !== 'ok') return { status: parsed.status, id: parsed.id, raw };
  const source = isFcm ? { ...raw.data as Values, ...optionsOf(raw.data as Values) } : raw;
  const options: Record<string, unknown> = {};
  for (const name of names) {
    const value = option(name, source[name]);
    if (value !== undefined) options[name] = value;
  }
  // Two pairs that browsers refuse with a TypeError.
  if (!options.tag || options.silent) delete options.renotify;
  return { status: 'ok', peal: parsed.peal, title: parsed.title, options, raw };
}
