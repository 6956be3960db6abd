import type { ApiRequest } from '../HttpApi.js';
import type { PealError } from '../PealError.js';
import type { Store } from '../createStore.js';

/** A change that the user made and that has to reach the server. */
export interface Change<D = unknown> {
  readonly id: string;
  /** Who sends it and takes the answer: the name of a handler. */
  readonly kind: string;
  /** What it changes, such as `category:kudos`. */
  readonly key: string;
  /** JSON; stored until it is sent. */
  readonly data: D;
  /** When the user made it, in milliseconds on the client's clock; never the same twice. */
  readonly at: number;
  /** Whose change it is; sent only while they are signed in, unless its request brings its own credential. */
  readonly user: string | null;
  /** How often the server failed to answer it. */
  readonly tries: number;
  /** The client that sends it, such as a tab, for as long as it runs. */
  readonly tab?: string;
  /** Sent only after this time; until then it can be cancelled. */
  readonly after?: number;
  /** Made in a tab that is gone, or before the last restart: nobody waits for its confirmation. */
  readonly isInherited?: boolean;
}

export interface ChangeHandler<D> {
  /** The request, made when it is sent; `null` when nothing is left to send. */
  request(change: Change<D>): ApiRequest | null;
  /** The server accepted it. `body` is `null` when no request was needed. */
  sent?(change: Change<D>, body: unknown): void | Promise<void>;
  /** The server refused it for good, or too much waits. */
  refused?(change: Change<D>, error: PealError): void | Promise<void>;
  /** How often the server may answer 500, of which the change itself may be the cause, until it counts as refused; 8. */
  readonly patience?: number;
}

export type Outcome =
  | { readonly status: 'sent'; readonly body: unknown }
  | { readonly status: 'queued' }
  | { readonly status: 'refused'; readonly error: PealError };

/**
 * What waits for the network, in the order in which it was made. Stored, so that it survives a restart. Each tab of the app
 * sends its own changes, one tab at a time; what a closed tab left is sent by another one. A handler does not wait for the
 * outcome of what it adds: it is sent later.
 */
export interface Outbox extends Store<{ readonly waiting: number; readonly isOnline: boolean }> {
  handle<D>(kind: string, handler: ChangeHandler<D>): void;
  /**
   * Adds a change and tries to send it. Answers after the first try, or immediately when it has to wait. A waiting change of the
   * same kind and key is replaced, or becomes what `merge` makes of it (`null`: nothing is left of it). `delay`: milliseconds
   * in which it is not sent; until then it does not count as waiting.
   */
  add<D>(kind: string, key: string, data: D, merge?: ((older: D) => D | null) | null, delay?: number): Promise<Outcome>;
  /** Sends what is delayed without waiting any longer. */
  endDelays(): void;
  /** What waits or is being sent, in order. */
  changes<D = unknown>(kind: string): readonly Change<D>[];
  /** Whether a change has to wait: there is no network, or a try failed. */
  isQueued(id: string): boolean;
  /** Cancels what waits; what is being sent is not stopped. Answers whether something was removed. */
  drop(kind: string, key: string): Promise<boolean>;
  /** Calls back, for as long as the client lives, when what waits has changed. */
  onChange(listener: () => void): void;
  /** Resolves when what was added is stored. */
  stored(): Promise<unknown>;
  /** Sends what waits. */
  flush(): Promise<unknown>;
}
