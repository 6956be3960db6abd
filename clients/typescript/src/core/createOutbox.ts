import { backoff } from './backoff.js';
import { createStore } from './createStore.js';
import type { Api, ApiRequest } from './HttpApi.js';
import type { Change, ChangeHandler, Outbox, Outcome } from './Outbox.js';
import { PealError } from './PealError.js';
import type { Platform } from './platform.js';
import type { StorageArea } from './StorageArea.js';
import type { Store } from './store.js';

/** Of what waits: an app that is offline for weeks does not fill the device. */
const capacity = 200;

/** After so many answers 500, of which the change itself may be the cause, it counts as refused. */
const patience = 8;

const name = 'outbox';

/** What the client does with it and modules do not. */
export interface OutboxControl extends Outbox {
  /** Reads what waits and follows the network. */
  start(): Promise<void>;
  /** Drops what waits of a user. */
  forget(user: string): Promise<void>;
  stop(): void;
}

type Waiter = (outcome: Outcome) => void;

export function createOutbox(
  { clock, network, random, lock = (_, work) => work() }: Platform,
  log: (event: string, detail: Record<string, unknown>) => void,
  lockName: string,
  storage: StorageArea,
  api: Api,
  user: Store<string | null>,
  /** `null` when it is known who is signed in, or else when that is. */
  known: () => Promise<void> | null = () => null,
): OutboxControl {
  const view = createStore({ waiting: 0, isOnline: network.isOnline() });
  const handlers: Record<string, ChangeHandler<any>> = {};
  const listeners: (() => void)[] = [];
  const waiters = new Map<string, Waiter>();
  // Whether each change that was ever in the list was made here; the others were stored when this client started.
  const isMine = new Map<string, boolean>();
  let ends: (() => void)[] = [];
  let list: readonly Change[] = [];
  let saving: Promise<unknown> = Promise.resolve();
  let flushing: Promise<unknown> = saving;
  let cancelRetry = (): void => undefined;
  let last = 0;
  let failures = 0;
  // When the server wants to be asked again: for anything, and for a change that it failed at.
  let pausedUntil = 0;
  const notBefore = new Map<string, number>();
  let sending = '';

  function show(next: readonly Change[] = list): void {
    list = next;
    view.set({ waiting: list.filter((change) => change.user === user.get()).length, isOnline: network.isOnline() });
    for (const listener of listeners) listener();
  }

  const failed = (error: unknown): void => log('outbox.failed', { error: String(error) });

  async function stored(): Promise<readonly Change[]> {
    const found = await storage.read<readonly Change[]>(name);
    return Array.isArray(found) ? found : [];
  }

  /** Changes the list, and what is stored of it; what other tabs have stored stays. */
  function put(next: readonly Change[], forgotten?: string): Promise<unknown> {
    show(next);
    saving = saving.then(() => lock(lockName + ':outbox', async () => {
      const others = (await stored()).filter((change) => !isMine.has(change.id) && change.user !== forgotten);
      await storage.write(name, [...others, ...list]);
    })).catch(failed);
    return saving;
  }

  function settle(id: string, outcome: Outcome): void {
    const waiter = waiters.get(id);
    waiters.delete(id);
    if (waiter) waiter(outcome);
  }

  async function finish(change: Change, outcome: Outcome): Promise<void> {
    const { kind, key, id } = change;
    const { sent, refused } = handlers[kind] || {};
    try {
      if (outcome.status === 'sent') {
        if (sent) await sent(change, outcome.body);
      } else if (outcome.status === 'refused') {
        log('outbox.refused', { kind, key, code: outcome.error.code });
        if (refused) await refused(change, outcome.error);
      }
    } catch (error) {
      failed(error);
    }
    await put(list.filter((each) => each.id !== id));
    settle(id, outcome);
  }

  /** Whether its request brings its own credential. */
  const isOwn = (request: ApiRequest | null | undefined): boolean => !!request && typeof request.as === 'object';

  /** Answers whether others may be sent after it. */
  async function attempt(change: Change): Promise<boolean> {
    const { id, kind } = change;
    const handler = handlers[kind]!;
    let request: ApiRequest | null = null;
    sending = id;
    try {
      request = handler.request(change);
      const body = request && (await api.send(request)).body;
      failures = 0;
      await finish(change, { status: 'sent', body });
      return true;
    } catch (thrown) {
      const error = thrown instanceof PealError ? thrown : new PealError('internal', String(thrown), 400);
      const { status, retryAfter } = error;
      const tries = change.tries + 1;
      const isOver = status === 500
        ? tries >= (handler.patience || patience)
        : !error.isTemporary && (status !== 401 || isOwn(request));
      if (isOver) {
        await finish(change, { status: 'refused', error });
        return true;
      }
      const wait = backoff(failures++, random(), retryAfter);
      const cancel = clock.after(wait, flush);
      if (status === 500) {
        // It may be this change that the server fails at: others go first.
        ends.push(cancel);
        notBefore.set(id, clock.now() + wait);
        await put(list.map((each) => (each.id === id ? { ...each, tries } : each)));
        return true;
      }
      if (retryAfter !== null) pausedUntil = clock.now() + wait;
      cancelRetry();
      cancelRetry = cancel;
      return false;
    } finally {
      sending = '';
    }
  }

  function next(): Change | undefined {
    const now = clock.now();
    if (!network.isOnline() || now < pausedUntil) return undefined;
    return list.find((change) => {
      const handler = handlers[change.kind];
      return handler && !(notBefore.get(change.id)! > now) && (change.user === user.get() || isOwn(handler.request(change)));
    });
  }

  async function run(): Promise<void> {
    if (!list.length) return;
    await saving;
    const found = await stored();
    // What another tab has sent in the meantime is done.
    show(list.filter(({ id }) => isMine.get(id) || found.some((each) => each.id === id)));
    for (let change = next(); change && (await attempt(change));) change = next();
    for (const id of waiters.keys()) settle(id, { status: 'queued' });
    show();
  }

  function flush(): Promise<unknown> {
    flushing = flushing.then(() => lock(lockName + ':send', run)).catch(failed);
    return flushing;
  }

  return {
    ...view,
    handle(kind, handler) {
      handlers[kind] = handler;
    },
    add(kind, key, data, merge) {
      const waiting = user.get() === null && known();
      if (waiting && !isOwn(handlers[kind]!.request({ id: '', kind, key, data, at: 0, user: null, tries: 0 }))) {
        return waiting.then(() => this.add(kind, key, data, merge));
      }
      last = Math.max(clock.now(), last + 1);
      const change: Change = {
        id: last.toString(36) + random().toString(36).slice(2), kind, key, data, at: last, user: user.get(), tries: 0,
      };
      if (change.user === null && !isOwn(handlers[kind]!.request(change))) {
        return Promise.resolve({ status: 'refused', error: new PealError('unauthenticated', '', 401) });
      }
      return new Promise((resolve) => {
        const waiting: Waiter[] = [resolve];
        const kept = list.flatMap((older) => {
          if (older.kind !== kind || older.key !== key || older.user !== change.user) return [older];
          const left = merge ? merge(older.data as typeof data) : null;
          if (left !== null) return [{ ...older, data: left }];
          // Whoever waits for the older one waits for this one.
          const waiter = older.id !== sending && waiters.get(older.id);
          if (waiter) {
            waiting.push(waiter);
            waiters.delete(older.id);
          }
          return [];
        });
        waiters.set(change.id, (outcome) => waiting.forEach((each) => each(outcome)));
        isMine.set(change.id, true);
        void put([...kept, change]);
        if (kept.length >= capacity) void finish(kept[0]!, { status: 'refused', error: new PealError('outbox-full', '') });
        void flush();
      });
    },
    changes: (kind) => list.filter((change) => change.kind === kind && change.user === user.get()) as readonly Change<any>[],
    isQueued: (id) => id !== sending && !waiters.has(id),
    async drop(kind, key) {
      const isGone = (each: Change): boolean =>
        each.kind === kind && each.key === key && each.user === user.get() && each.id !== sending;
      const gone = list.filter(isGone);
      await put(list.filter((each) => !gone.includes(each)));
      for (const { id } of gone) settle(id, { status: 'refused', error: new PealError('cancelled', '') });
      return gone.length > 0;
    },
    onChange: (listener) => void listeners.push(listener),
    flush,
    async start() {
      const found = await stored();
      for (const { id } of found) if (!isMine.has(id)) isMine.set(id, false);
      show([...found.filter(({ id }) => !list.some((each) => each.id === id)), ...list]);
      ends = [user.subscribe(() => show()), network.onChange((isOnline) => {
        show();
        if (isOnline) void flush();
      })];
    },
    async forget(whose) {
      await put(list.filter((change) => change.user !== whose), whose);
    },
    stop() {
      cancelRetry();
      for (const end of ends) end();
    },
  };
}
