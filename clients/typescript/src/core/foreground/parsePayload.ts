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
  /** Not a button on this platform: it belongs into a "More…" menu. */
  readonly place?: 'more';
}

export type ParsedPush =
  | { readonly status: 'ok'; readonly peal: PealPayload; readonly title: string; readonly body: string }
  /** `foreign`: no push of Peal. `unknown`: of a later version, or an operation of one. `id` is the notification's, where it can be read. */
  | { readonly status: 'foreign' | 'unknown' | 'malformed'; readonly id: string | null };

type Values = Record<string, unknown>;

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const isPart = (value: unknown): boolean => value === undefined || typeof value === 'string';

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

const isAction = (action: unknown): action is PayloadAction =>
  isValues(action) && !!text(action.id) && typeof action.title === 'string' && isPart(action.link) && isPart(action.token) &&
  /^(open-app|quick-reply|dismiss)$/.test(text(action.kind));

const isCount = (value: unknown): boolean => value === undefined || (Number.isInteger(value) && (value as number) >= 0);

/** Reads a push of any provider: `peal` is at the top, in `data`, or the payload itself, as an object or as a JSON text. */
export function parsePayload(push: unknown): ParsedPush {
  const outer = parsed(push);
  if (!isValues(outer)) return { status: 'foreign', id: null };
  const data = isValues(outer.data) ? outer.data : {};
  const found = 'peal' in outer ? outer.peal : 'peal' in data ? data.peal : 'v' in outer && 'op' in outer ? outer : undefined;
  if (found === undefined) return { status: 'foreign', id: null };
  const peal = parsed(found);
  if (!isValues(peal)) return { status: 'malformed', id: null };
  const id = text(peal.id);
  const { op, actions = [], cleared = [] } = peal;
  const isKnown = peal.v === 1 && /^(show|clear|badge|sync)$/.test(text(op));
  if (!isKnown && Number.isInteger(peal.v) && text(op)) return { status: 'unknown', id: id || null };
  // Where the system's own part of the push has the words: Web Push, FCM, FCM data-only and Expo, APNs.
  const alert = isValues(outer.aps) ? outer.aps.alert : undefined;
  const places = [outer, outer.notification, data, alert].filter(isValues);
  const word = (name: string): string => text(places.map(place => place[name]).find(value => text(value)));
  const title = word('title');
  const isWhole =
    isKnown && (!!id || op === 'badge' || op === 'sync') &&
    isPart(peal.link) && isPart(peal.entity) && isPart(peal.thread) && isCount(peal.badge) && isCount(peal.badgeVersion) &&
    Array.isArray(actions) && actions.every(isAction) &&
    Array.isArray(cleared) && cleared.every(item => isValues(item) && !!text(item.id) && isPart(item.tag)) &&
    (op !== 'show' || !!title);
  if (!isWhole) return { status: 'malformed', id: id || null };
  // A priority of a later catalog is no reason to lose a notification.
  const priority = /^(critical|high|normal|low)$/.test(text(peal.priority)) ? peal.priority : 'normal';
  return { status: 'ok', peal: { ...peal, id, priority, actions, cleared } as unknown as PealPayload, title, body: word('body') };
}
