import type { ActionKind, Priority } from '../model/Notification.js';

/** What every push contains (docs/payload.md). */
export interface PealPayload {
  readonly v: 1;
  readonly op: 'show' | 'clear' | 'badge' | 'sync';
  readonly id: string;
  readonly type: string;
  readonly category: string;
  readonly priority: Priority;
  readonly entity?: string;
  readonly thread?: string;
  readonly group?: string;
  readonly link?: string;
  /** The tag under which the system shows it. */
  readonly tag?: string;
  readonly badge?: number;
  readonly badgeVersion?: number;
  readonly image?: string;
  readonly actions: readonly PayloadAction[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cleared?: readonly { readonly id: string; readonly tag?: string }[];
}

export interface PayloadAction {
  readonly id: string;
  readonly title: string;
  readonly kind: ActionKind;
  readonly link?: string;
  readonly token?: string;
  /** The text of the one button that opens all actions with this text, where a platform has few places. */
  readonly group?: string;
  /** Not a button on this platform: it belongs into a "More…" menu. */
  readonly place?: 'more';
}

export type ParsedPush =
  | { readonly status: 'ok'; readonly peal: PealPayload; readonly title: string; readonly body: string }
  /** `foreign`: no push of Peal. `unknown`: of a later version. `id` is the notification's, where it can be read. */
  | { readonly status: 'foreign' | 'unknown' | 'malformed'; readonly id: string | null };

type Values = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): unknown =>
  (Number.isInteger(value) && (value as number) >= 0 ? value : undefined);
const isPart = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** An object, or the text of one; `{}` for everything else. */
function values(value: unknown): Values {
  try {
    const found: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof found === 'object' && found && !Array.isArray(found) ? (found as Values) : {};
  } catch {
    return {};
  }
}

const isAction = (action: unknown): boolean => {
  const { id, title, kind, link, token } = values(action);
  return !!text(id) && typeof title === 'string' && isPart(link) && isPart(token) &&
    /^(open-app|quick-reply|dismiss)$/.test(text(kind));
};

/** Reads a push of any provider: `peal` is at the top, in `data`, or the payload itself, as an object or as a JSON text. */
export function parsePayload(push: unknown): ParsedPush {
  const outer = values(push);
  const data = values(outer.data);
  const place = [outer, data, { peal: outer.v && outer.op ? outer : undefined }].find(each => each.peal !== undefined);
  if (!place) return { status: 'foreign', id: null };
  const peal = values(place.peal);
  const { v, op, actions = [], cleared = [] } = peal;
  const id = text(peal.id);
  const isKnown = v === 1 && /^(show|clear|badge|sync)$/.test(text(op));
  if (!isKnown && Number.isInteger(v) && text(op)) return { status: 'unknown', id: id || null };
  // Where the system's own part of the push has the words: Web Push, FCM, FCM data-only and Expo, APNs.
  const places = [outer, values(outer.notification), data, values(values(outer.aps).alert)];
  const word = (name: string): string => places.map(each => text(each[name])).find(found => found) || '';
  const title = word('title');
  const isWhole = isKnown && [peal.link, peal.entity, peal.thread, peal.tag].every(isPart) &&
    (op === 'show' ? !!id && !!title : op !== 'clear' || !!id) &&
    Array.isArray(actions) && Array.isArray(cleared) && cleared.every(each => text(values(each).id));
  if (!isWhole) return { status: 'malformed', id: id || null };
  // A priority of a later catalog is no reason to lose a notification.
  const priority = /^(critical|high|low)$/.test(text(peal.priority)) ? peal.priority : 'normal';
  const [badge, badgeVersion] = [peal.badge, peal.badgeVersion].map(numberOf);
  // Nor are buttons that this version cannot draw: those that it knows are shown.
  const whole = { ...peal, id, priority, actions: actions.filter(isAction), cleared, badge, badgeVersion };
  return { status: 'ok', peal: whole as unknown as PealPayload, title, body: word('body') };
}
