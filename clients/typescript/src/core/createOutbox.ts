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

/** After so many answers 5xx, of which the change itself may be the cause, it counts as refused. */
const patience = 8;

const name = 'outbox';

/** What the client does with it and modules do not. */
export interface OutboxControl extends Outbox {
  /** Reads what waits and follows the network. */
  start(): Promise<void>;
  /** Drops what waits of a user. */
  forget(user: string | null): Promise<void>;
  stop(): void;
}

type Edit = (list: readonly Change[]) => readonly Change[];

export function createOutbox(
  platform: Platform,
  lockName: string,
  storage: StorageArea,
  api: Api,
  user: Store<string | null>,
): OutboxControl {
  const { clock, network, random, log } = platform;
  const lock = platform.lock || (<T>(_: string, work: () => Promise<T>) => work());
  const view = createStore({ waiting: 0, isOnline: network.isOnline() });
  const handlers = new Map<string, ChangeHandler<unknown>>();
  const listeners = new Set<() => void>();
  const waiters = new Map<string, (outcome: Outcome) => void>();
  const notBefore = new Map<string, number>();
  // What was changed here and is not stored yet. Each edit may be applied twice.
  const edits: Edit[] = [];
  const ends: (() => void)[] = [];
  let list: readonly Change[] = [];
  let isStored = true;
  let storing = Promise.resolve();
  let last = 0;
  let failures = 0;
  // The server said when to come back.
  let pausedUntil = 0;
  let flushing: Promise<void> | null = null;
  let isAgain = false;
  let sending: string | null = null;
  let retry: { readonly at: number; readonly cancel: () => void } | null = null;

  function show(next: readonly Change[]): void {
    list = next;
    const waiting = list.filter((change) => change.user === user.get()).length;
    const isOnline = network.isOnline();
    const shown = view.get();
    if (shown.waiting !== waiting || shown.isOnline !== isOnline) view.set({ waiting, isOnline });
    for (const listener of [...listeners]) listener();
  }

  function resolve(id: string, outcome: Outcome): void {
    waiters.get(id)?.(outcome);
    if (waiters.delete(id) && outcome.status === 'queued') show(list);
  }

  async function call(change: Change, work: (handler: ChangeHandler<unknown>) => void | Promise<void> | undefined): Promise<void> {
    const handler = handlers.get(change.kind);
    try {
      if (handler) await work(handler);
    } catch (error) {
      log?.('outbox.handler-failed', { kind: change.kind, error: String(error) });
    }
  }

  /** Changes what waits: here immediately, then in the storage, which other tabs may have changed as well. */
  function edit(change: Edit): Promise<void> {
    edits.push(change);
    show(change(list));
    storing = storing.then(() => lock(lockName + ':outbox', async () => {
      const found = isStored ? await storage.read<readonly Change[]>(name) : null;
      const written = Array.isArray(found) ? change(found) : list;
      if (written !== found) isStored = await storage.write(name, written);
      edits.shift();
      const before = list;
      show(edits.reduce((changes, each) => each(changes), written));
      for (const gone of before) {
        if (gone.id === sending || gone.user !== user.get() || list.some(({ id }) => id === gone.id)) continue;
        // Another tab has sent it.
        await call(gone, (handler) => handler.sent?.(gone, null));
        resolve(gone.id, { status: 'sent', body: null });
      }
    })).catch((error) => log?.('outbox.failed', { error: String(error) }));
    return storing;
  }

  const without = (id: string): Edit => (changes) => changes.filter((change) => change.id !== id);

  async function refuse(change: Change, error: PealError): Promise<void> {
    log?.('outbox.refused', { kind: change.kind, key: change.key, code: error.code });
    await call(change, (handler) => handler.refused?.(change, error));
    await edit(without(change.id));
    resolve(change.id, { status: 'refused', error });
  }

  function retryIn(milliseconds: number): void {
    const at = clock.now() + milliseconds;
    if (retry && retry.at <= at) return;
    retry?.cancel();
    retry = {
      at,
      cancel: clock.after(milliseconds, () => {
        retry = null;
        void flush();
      }),
    };
  }

  /** Whether its request brings its own credential. */
  function isOwn(change: Change): boolean {
    try {
      return typeof handlers.get(change.kind)?.request(change)?.as === 'object';
    } catch {
      return false;
    }
  }

  function next(): Change | undefined {
    if (!network.isOnline()) return undefined;
    const now = clock.now();
    if (now < pausedUntil) return undefined;
    return list.find((change) =>
      handlers.has(change.kind) && (notBefore.get(change.id) || 0) <= now &&
      ((change.user !== null && change.user === user.get()) || isOwn(change)));
  }

  /** Answers whether others may be sent after it. */
  async function attempt(change: Change): Promise<boolean> {
    sending = change.id;
    let request: ApiRequest | null | undefined;
    try {
      request = handlers.get(change.kind)?.request(change);
      const body = request ? (await api.send(request)).body : null;
      failures = 0;
      await call(change, (handler) => handler.sent?.(change, body));
      await edit(without(change.id));
      resolve(change.id, { status: 'sent', body });
      return true;
    } catch (thrown) {
      const error = thrown instanceof PealError ? thrown : new PealError('internal', String(thrown), 400);
      const isSignedOut = error.status === 401 && typeof request?.as !== 'object';
      const tries = change.tries + 1;
      if (!(error.isTemporary || isSignedOut) || (error.status === 500 && tries >= (handlers.get(change.kind)?.patience ?? patience))) {
        await refuse(change, error);
        return true;
      }
      if (error.status === 500) {
        // It may be this change that the server fails at: others go first.
        const wait = backoff(tries, random());
        notBefore.set(change.id, clock.now() + wait);
        await edit((changes) => changes.map((each) => (each.id === change.id ? { ...each, tries } : each)));
        retryIn(wait);
        resolve(change.id, { status: 'queued' });
        return true;
      }
      const wait = backoff(failures++, random(), error.retryAfter);
      if (error.retryAfter !== null) pausedUntil = clock.now() + wait;
      retryIn(wait);
      return false;
    } finally {
      sending = null;
    }
  }

  async function run(): Promise<void> {
    await edit((changes) => changes);
    for (let change = next(); change; change = next()) {
      if (!(await attempt(change))) break;
    }
    for (const id of [...waiters.keys()]) {
      if (list.some((change) => change.id === id)) resolve(id, { status: 'queued' });
    }
  }

  function flush(): Promise<void> {
    if (flushing) {
      isAgain = true;
      return flushing;
    }
    flushing = lock(lockName + ':send', run)
      .catch((error) => log?.('outbox.failed', { error: String(error) }))
      .then(() => {
        flushing = null;
        if (!isAgain) return undefined;
        isAgain = false;
        return flush();
      });
    return flushing;
  }

  return {
    get: view.get,
    subscribe: view.subscribe,
    handle: (kind, handler) => void handlers.set(kind, handler as ChangeHandler<unknown>),
    add(kind, key, data, merge) {
      last = Math.max(clock.now(), last + 1);
      const id = last.toString(36) + Math.floor(random() * 2 ** 32).toString(36);
      const added: Change = { id, kind, key, data, at: last, user: user.get(), tries: 0 };
      if (added.user === null && !isOwn(added)) {
        return Promise.resolve({ status: 'refused', error: new PealError('unauthenticated', '', 401) });
      }
      if (list.length >= capacity && list[0]) void refuse(list[0], new PealError('outbox-full', ''));
      const outcome = new Promise<Outcome>((done) => waiters.set(id, done));
      void edit((changes) => {
        const kept: Change[] = [];
        for (const older of changes) {
          if (older.id === id) continue;
          if (older.kind !== kind || older.key !== key || older.user !== added.user) {
            kept.push(older);
            continue;
          }
          const left = merge ? merge(older.data as typeof data) : null;
          if (left !== null) {
            kept.push({ ...older, data: left });
          } else if (older.id !== sending && waiters.has(older.id)) {
            // Whoever waits for the older one waits for this one.
            const waiter = waiters.get(older.id)!;
            waiters.delete(older.id);
            void outcome.then(waiter);
          }
        }
        return [...kept, added];
      });
      void flush();
      return outcome;
    },
    changes: <D>(kind: string) =>
      list.filter((change) => change.kind === kind && change.user === user.get()) as readonly Change<D>[],
    isQueued: (id) => id !== sending && !waiters.has(id),
    async drop(kind, key) {
      const gone = list.filter((change) =>
        change.kind === kind && change.key === key && change.user === user.get() && change.id !== sending);
      await edit((changes) => changes.filter((change) => !gone.some(({ id }) => id === change.id)));
      for (const { id } of gone) resolve(id, { status: 'refused', error: new PealError('cancelled', '') });
      return gone.length > 0;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    flush,
    async start() {
      await edit((changes) => changes);
      ends.push(
        user.subscribe(() => show(list)),
        network.onChange((isOnline) => {
          show(list);
          if (!isOnline) return;
          failures = 0;
          void flush();
        }),
      );
    },
    async forget(whose) {
      await edit((changes) => changes.filter((change) => change.user !== whose));
    },
    stop() {
      for (const end of ends.splice(0)) end();
      retry?.cancel();
      retry = null;
    },
  };
}
