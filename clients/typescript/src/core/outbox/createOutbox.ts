import type { Api } from '../HttpApi.js';
import { PealError } from '../PealError.js';
import type { Platform } from '../platform.js';
import type { StorageArea } from '../createStorage.js';
import { createHandover } from './createHandover.js';
import { createQueue } from './createQueue.js';
import { createSender, type Callers } from './createSender.js';
import type { Change, Outbox, Outcome } from './Outbox.js';

/** Of what waits: an app that is offline for weeks does not fill the device. */
const capacity = 200;

/** What the client does with it and modules do not. */
export interface OutboxControl extends Outbox {
  /** Reads what waits and follows the network. */
  start(): Promise<void>;
  /** Resolves when nothing is being sent, and what waits is stored. */
  settled(): Promise<unknown>;
  /** Drops what waits of a user. */
  forget(user: string): Promise<void>;
  stop(): void;
}

export function createOutbox(
  platform: Platform,
  log: (event: string, detail: Record<string, unknown>) => void,
  lockName: string,
  storage: StorageArea,
  api: Api,
  callers: Callers,
  /** `null` when it is known who is signed in, or else when that is. */
  known: () => Promise<void> | null = () => null,
): OutboxControl {
  const { clock, network, random, lock: exclusive } = platform;
  const { user } = callers;
  const lock: NonNullable<Platform['lock']> = exclusive || ((_, work) => work());
  const failed = (error: unknown): void => log('outbox.failed', { error: String(error) });
  const timers = new Set<() => void>();
  let ends: (() => void)[] = [];
  let isStopped = false;
  let flushing: Promise<unknown> = Promise.resolve();
  let last = 0;

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

  const queue = createQueue(platform, lock, lockName, storage, user, failed);
  const sender = createSender(queue, api, platform, callers, log, (wait) => (isStopped ? () => undefined : later(wait, flush)));
  const handover = createHandover(queue, exclusive, lockName, later, () => void flush(), failed);
  const { list, show, put } = queue;
  const { settle, waiters } = sender;

  async function run(): Promise<void> {
    if (!list().length && !exclusive) return;
    await queue.saved();
    const found = await queue.reconciled();
    if (exclusive) void handover.follow(found);
    show();
    await sender.run();
    show();
  }

  function flush(): Promise<unknown> {
    // As it is now: a later start has to wait until this is done.
    const holding = handover.held();
    flushing = flushing.then(() => holding).then(() => lock(lockName + ':send', run)).catch(failed);
    return flushing;
  }

  return {
    get: queue.get,
    subscribe: queue.subscribe,
    handle: sender.handle,
    add(kind, key, data, merge, delay) {
      const at = Math.max(clock.now(), last + 1);
      const made: Change = {
        id: at.toString(36) + random().toString(36).slice(2), kind, key, data, at, user: user.get(), tries: 0, tab: queue.tab,
        ...(delay && { after: clock.now() + delay }),
      };
      const change = made.user === null ? [made, { ...made, user: callers.deviceUser() }].find(sender.isOwn) : made;
      if (!change) {
        const waiting = known();
        return waiting
          ? waiting.then(() => this.add(kind, key, data, merge, delay))
          : Promise.resolve({ status: 'refused', error: new PealError('unauthenticated', '', 401) });
      }
      last = at;
      return new Promise((resolve) => {
        const waiting: ((outcome: Outcome) => void)[] = [resolve];
        const kept = list().flatMap((older) => {
          if (older.kind !== kind || older.key !== key || older.user !== change.user) return [older];
          const left = merge ? merge(older.data as typeof data) : null;
          if (left !== null) return [{ ...older, data: left }];
          // Whoever waits for the older one waits for this one.
          const waiter = older.id !== sender.sending() && waiters.get(older.id);
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
        if (kept.length >= capacity) void sender.finish(kept[0]!, { status: 'refused', error: new PealError('outbox-full', '') });
        void flush();
      });
    },
    changes: (kind) => list().filter((change) => change.kind === kind && change.user === user.get()) as readonly Change<any>[],
    isQueued: (id) => id !== sender.sending() && !waiters.has(id),
    async drop(kind, key) {
      const isGone = (each: Change): boolean =>
        each.kind === kind && each.key === key && each.user === user.get() && each.id !== sender.sending();
      const gone = list().filter(isGone);
      await put(list().filter((each) => !gone.includes(each)));
      for (const { id } of gone) settle(id, { status: 'refused', error: new PealError('cancelled', '') });
      return gone.length > 0;
    },
    endDelays() {
      if (!list().some(({ after }) => after)) return;
      void put(list().map((change) => (change.after ? { ...change, after: undefined } : change)));
      void flush();
    },
    onChange: queue.onChange,
    flush,
    async start() {
      isStopped = false;
      ends = [user.subscribe(() => show()), network.onChange((isOnline) => {
        show();
        if (isOnline) void flush();
      })];
      await handover.start();
      // Their timers ended with the last stop.
      this.endDelays();
    },
    settled: () => flushing.then(queue.saved),
    stored: queue.saved,
    async forget(whose) {
      await put(list().filter((change) => change.user !== whose), whose);
    },
    stop() {
      isStopped = true;
      const release = handover.stop();
      for (const end of [...timers, ...ends]) end();
      // What is being sent stays this tab's until it is answered.
      void flushing.then(release);
    },
  };
}
