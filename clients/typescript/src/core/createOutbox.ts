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

/** So often a tab looks for what closed tabs have left, in milliseconds. */
const inheritInterval = 60_000;

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
  { clock, network, random, lock: exclusive }: Platform,
  log: (event: string, detail: Record<string, unknown>) => void,
  lockName: string,
  storage: StorageArea,
  api: Api,
  user: Store<string | null>,
  /** `null` when it is known who is signed in, or else when that is. */
  known: () => Promise<void> | null = () => null,
): OutboxControl {
  const lock: NonNullable<Platform['lock']> = exclusive || ((_, work) => work());
  const tab = random().toString(36).slice(2);
  const view = createStore({ waiting: 0, isOnline: network.isOnline() });
  const handlers: Record<string, ChangeHandler<any>> = {};
  const listeners: (() => void)[] = [];
  const waiters = new Map<string, Waiter>();
  const timers = new Set<() => void>();
  // Tabs that have stored changes: each holds a lock of its name, which is free when it is gone.
  const watched = new Set<string | undefined>();
  let ends: (() => void)[] = [];
  let release = (): void => undefined;
  /** This tab has the lock of its name. A tab that starts again may wait for one that takes over what it left. */
  let held: Promise<void> = Promise.resolve();
  let isStopped = false;
  /** The list could not be stored: what is stored does not say what is left to do. */
  let isUnsaved = false;
  let saved: readonly string[] = [];
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
    for (const id of notBefore.keys()) if (!list.some((change) => change.id === id)) notBefore.delete(id);
    const isWaiting = ({ user: whose, after }: Change): boolean => whose === user.get() && !(after! > clock.now());
    view.set({ waiting: list.filter(isWaiting).length, isOnline: network.isOnline() });
    for (const listener of listeners) listener();
  }

  const failed = (error: unknown): void => log('outbox.failed', { error: String(error) });

  /** Works after some time, unless it is cancelled or the outbox stops. */
  function later(wait: number, work: () => void): () => void {
    const end = (): void => {
      timers.delete(end);
      cancel();
    };
    const cancel = clock.after(wait, () => {
      timers.delete(end);
      work();
    });
    timers.add(end);
    return end;
  }

  async function stored(): Promise<readonly Change[] | null> {
    const found = await storage.read<readonly Change[]>(name);
    return Array.isArray(found) ? found : null;
  }

  /**
   * Reads what is stored, and drops what is not this tab's any more: while it was stopped, another one may have taken it over.
   */
  async function reconciled(): Promise<readonly Change[]> {
    const known = saved;
    const found = await stored();
    const isMine = ({ id }: Change): boolean => !known.includes(id) || found!.some((each) => each.id === id && each.tab === tab);
    if (found && !isUnsaved && !list.every(isMine)) show(list.filter(isMine));
    return found || [];
  }

  /** Stores the list, and of what other tabs have stored what stays theirs. */
  function save(isTheirs: (change: Change) => boolean): Promise<unknown> {
    saving = saving.then(() => lock(lockName + ':outbox', async () => {
      const others = (await reconciled()).filter((change) => isTheirs(change) && change.tab !== tab);
      saved = list.map(({ id }) => id);
      isUnsaved = !(await storage.write(name, [...others, ...list]));
    })).catch(failed);
    return saving;
  }

  function put(next: readonly Change[], forgotten?: string): Promise<unknown> {
    show(next);
    return save((change) => change.user !== forgotten);
  }

  /** Takes over what a tab has stored that is gone. */
  async function inherit(owner: string | undefined): Promise<void> {
    let isMore = false;
    await save((change) => {
      if (change.tab !== owner) return true;
      if (!list.some(({ id }) => id === change.id)) {
        isMore = true;
        const own = { ...change, tab, after: undefined, isInherited: true };
        show([...list, own].sort((one, other) => one.at - other.at));
      }
      return false;
    });
    if (exclusive && isMore && !isStopped) void flush();
  }

  /** Takes over what is stored of tabs that are gone, now or when they end. */
  async function follow(found: readonly Change[] | null): Promise<void> {
    if (isUnsaved) return;
    const owners = new Set((found || []).map((change) => change.tab));
    await Promise.all([...owners].filter((owner) => owner !== tab && !watched.has(owner)).map(async (owner) => {
      watched.add(owner);
      await lock(`${lockName}:tab:${owner}`, async () => {
        if (!isStopped && !isUnsaved) await inherit(owner);
      }).catch(failed);
      watched.delete(owner);
    }));
  }

  async function followStored(): Promise<void> {
    later(inheritInterval, () => void followStored());
    void follow(await stored());
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
      const cancel = isStopped ? cancelRetry : later(wait, flush);
      if (status === 500) {
        // It may be this change that the server fails at: others go first.
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
      const isDue = !(notBefore.get(change.id)! > now || change.after! > now);
      return handler && isDue && (change.user === user.get() || isOwn(handler.request(change)));
    });
  }

  async function run(): Promise<void> {
    if (!list.length && !exclusive) return;
    await saving;
    const found = await reconciled();
    if (exclusive) void follow(found);
    show();
    for (let change = next(); change && (await attempt(change));) change = next();
    for (const id of waiters.keys()) settle(id, { status: 'queued' });
    show();
  }

  function flush(): Promise<unknown> {
    // As it is now: a later start has to wait until this is done.
    const holding = held;
    flushing = flushing.then(() => holding).then(() => lock(lockName + ':send', run)).catch(failed);
    return flushing;
  }

  return {
    ...view,
    handle(kind, handler) {
      handlers[kind] = handler;
    },
    add(kind, key, data, merge, delay) {
      const at = Math.max(clock.now(), last + 1);
      const change: Change = {
        id: at.toString(36) + random().toString(36).slice(2), kind, key, data, at, user: user.get(), tries: 0, tab,
        ...(delay && { after: clock.now() + delay }),
      };
      if (change.user === null && !isOwn(handlers[kind]!.request(change))) {
        const waiting = known();
        return waiting
          ? waiting.then(() => this.add(kind, key, data, merge, delay))
          : Promise.resolve({ status: 'refused', error: new PealError('unauthenticated', '', 401) });
      }
      last = at;
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
        if (delay) later(delay, () => {
          show();
          void flush();
        });
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
    endDelays() {
      if (!list.some(({ after }) => after)) return;
      void put(list.map((change) => (change.after ? { ...change, after: undefined } : change)));
      void flush();
    },
    onChange: (listener) => void listeners.push(listener),
    flush,
    async start() {
      isStopped = false;
      ends = [user.subscribe(() => show()), network.onChange((isOnline) => {
        show();
        if (isOnline) void flush();
      })];
      if (exclusive) {
        const ended = new Promise<void>((done) => (release = done));
        held = new Promise((done) => exclusive(`${lockName}:tab:${tab}`, () => {
          done();
          return ended;
        }).catch(failed).then(done));
        await followStored();
      } else await follow(await stored());
      // Their timers ended with the last stop.
      this.endDelays();
    },
    async forget(whose) {
      await put(list.filter((change) => change.user !== whose), whose);
    },
    stop() {
      isStopped = true;
      for (const end of [...timers, ...ends]) end();
      // What is being sent stays this tab's until it is answered.
      void flushing.then(release);
    },
  };
}
