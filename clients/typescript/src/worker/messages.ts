import type { ClientConfig } from '../core/model/ClientConfig.js';
import type { Tap } from '../core/PealClient.js';

/** What a page lets its worker know, stored by the worker's scope: several apps may share an origin. */
export interface WorkerSettings {
  readonly app: string;
  readonly baseUrl: string;
  readonly provider: 'webpush' | 'fcm';
  readonly vapidKey?: string;
  readonly locale?: string;
  /** The app's name. */
  readonly title?: string;
  /** What is shown for a push that cannot be read, where the browser asks for something: `null` nothing, absent the worker's own words. */
  readonly unreadable?: string | null;
  readonly links?: ClientConfig['links'];
  /** Where a tap opens an app path: `{link}` is replaced by the encoded path; without it the path is appended. */
  readonly openUrl?: string;
  /** The page where "More…" leads, with `{link}` replaced; without it, the notification's link. */
  readonly moreUrl?: string;
}

/** Where a worker finds its settings. */
export const settingsKey = (scope: string): string => `peal:worker:${scope}`;

/** Names what an app's pages and its worker share. */
export const sharedKey = (app: string, name: 'badge' | 'handover' | 'outbox'): string => `peal:${app}:worker:${name}`;

/** Where core and worker keep the server's hash of the device's address, as the core stores what is its own. */
export const addressKey = (app: string): string => `peal:${app}:address`;

/** The push whose "More…" was pressed: what a quick-reply page shows. */
export interface MoreActions {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly actions: readonly { readonly id: string; readonly title: string; readonly kind: string; readonly link?: string; readonly token?: string }[];
}

export type Handed =
  /** A push while the app is in the foreground, or a malformed one to claim. */
  | { readonly peal: 'push'; readonly payload: unknown }
  | { readonly peal: 'tap'; readonly tap: Tap; readonly more?: MoreActions }
  /** The page that `moreUrl` names was opened. */
  | { readonly peal: 'more'; readonly more: MoreActions };

/** From the worker to a page, which answers on the port that it takes it: else the worker goes on without it. */
export type ToPage = { readonly app: string; /** A page takes nothing later than this. */ readonly until: number } & (Handed | { readonly peal: 'hello' | 'address' });

/** What waits for a page to start. */
export type HandOver = Handed & { readonly at: number };

/**
 * From a page to the worker: `hello` is answered on the port, `flush` sends what waits, `push` is handled like one of a push
 * service, for a page that stands in for one.
 */
export type ToWorker = { readonly peal: 'hello' | 'flush' } | { readonly peal: 'push'; readonly payload: unknown };
