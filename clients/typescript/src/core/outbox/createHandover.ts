import type { Platform } from '../platform.js';
import type { Change } from './Outbox.js';
import type { Queue } from './createQueue.js';

/** So often a tab looks for what closed tabs have left, in milliseconds. */
const inheritInterval = 60_000;

/** What tabs of the app leave to each other. Each holds a lock of its name, which is free when the tab is gone. */
export interface Handover {
  /** Takes the lock of this tab, and what is stored of tabs that are gone. */
  start(): Promise<void>;
  /** This tab has the lock of its name. A tab that starts again may wait for one that takes over what it left. */
  held(): Promise<void>;
  /** Takes over what is stored of tabs that are gone, now or when they end. */
  follow(found: readonly Change[] | null): Promise<void>;
  /** Answers what makes that which this tab has stored another one's: it is called when nothing is being sent any more. */
  stop(): () => void;
}

/**
 * @param exclusive The platform's locks; without them the app has one tab, and what is stored of another was its own.
 * @param later Works after some time, unless the outbox stops.
 * @param taken More waits than before.
 */
export function createHandover(
  queue: Queue,
  exclusive: Platform['lock'],
  lockName: string,
  later: (wait: number, work: () => void) => void,
  taken: () => void,
  failed: (error: unknown) => void,
): Handover {
  const lock: NonNullable<Platform['lock']> = exclusive || ((_, work) => work());
  const watched = new Set<string | undefined>();
  const { tab } = queue;
  let isStopped = false;
  let release = (): void => undefined;
  let held: Promise<void> = Promise.resolve();

  /** Takes over what a tab has stored that is gone. */
  async function inherit(owner: string | undefined): Promise<void> {
    let isMore = false;
    await queue.save((change) => {
      if (change.tab !== owner) return true;
      const list = queue.list();
      if (!list.some(({ id }) => id === change.id)) {
        isMore = true;
        const own = { ...change, tab, after: undefined, isInherited: true };
        queue.show([...list, own].sort((one, other) => one.at - other.at));
      }
      return false;
    });
    if (exclusive && isMore && !isStopped) taken();
  }

  async function follow(found: readonly Change[] | null): Promise<void> {
    if (queue.isUnsaved()) return;
    const owners = new Set((found || []).map((change) => change.tab));
    await Promise.all([...owners].filter((owner) => owner !== tab && !watched.has(owner)).map(async (owner) => {
      watched.add(owner);
      await lock(`${lockName}:tab:${owner}`, async () => {
        if (!isStopped && !queue.isUnsaved()) await inherit(owner);
      }).catch(failed);
      watched.delete(owner);
    }));
  }

  async function followStored(): Promise<void> {
    later(inheritInterval, () => void followStored());
    void follow(await queue.stored());
  }

  return {
    async start() {
      isStopped = false;
      if (!exclusive) return follow(await queue.stored());
      const ended = new Promise<void>((done) => (release = done));
      held = new Promise((done) => exclusive(`${lockName}:tab:${tab}`, () => {
        done();
        return ended;
      }).catch(failed).then(done));
      await followStored();
    },
    held: () => held,
    follow,
    stop() {
      isStopped = true;
      return release;
    },
  };
}
