import { backoff } from '../backoff.js';
import { noToken } from '../createApi.js';
import type { Api, ApiRequest } from '../HttpApi.js';
import { PealError } from '../PealError.js';
import type { Platform } from '../platform.js';
import type { Store } from '../createStore.js';
import type { Queue } from './createQueue.js';
import type { Change, ChangeHandler, Outcome } from './Outbox.js';

/** After so many answers 500, of which the change itself may be the cause, it counts as refused. */
const patience = 8;

/** Who can send. */
export interface Callers {
  /** Who is signed in. */
  readonly user: Store<string | null>;
  /** Whose the device is, when it has a key. */
  readonly deviceUser: () => string | null;
  /** Whether the app has a screen now: its session is at hand. */
  readonly isActive: () => boolean;
}

/** Sends what waits, one after another, as far as the network, the session and the server allow it. */
export interface Sender {
  handle(kind: string, handler: ChangeHandler<any>): void;
  /** Whether it can be sent without a session: by the token of an action, or by the key of its user's device. */
  isOwn(change: Change): boolean;
  /** Sends all that can be sent now. */
  run(): Promise<void>;
  /** Ends a change: its handler learns the outcome, and whoever waits for it. */
  finish(change: Change, outcome: Outcome): Promise<void>;
  /** Whoever waits for a change gets its outcome. */
  settle(id: string, outcome: Outcome): void;
  readonly waiters: Map<string, (outcome: Outcome) => void>;
  /** What is being sent, `''` for nothing. */
  sending(): string;
}

export function createSender(
  queue: Queue,
  api: Api,
  { clock, network, random }: Platform,
  { user, deviceUser, isActive }: Callers,
  log: (event: string, detail: Record<string, unknown>) => void,
  /** Sends again after some time; the answer cancels it. */
  again: (wait: number) => () => void,
): Sender {
  const handlers: Record<string, ChangeHandler<any>> = {};
  const waiters: Sender['waiters'] = new Map();
  let cancelRetry = (): void => undefined;
  let failures = 0;
  // When the server wants to be asked again: for anything, and for a change that it failed at.
  let pausedUntil = 0;
  const notBefore = new Map<string, number>();
  let sending = '';

  queue.onChange(() => {
    for (const id of notBefore.keys()) if (!queue.list().some((change) => change.id === id)) notBefore.delete(id);
  });

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
      log('outbox.failed', { error: String(error) });
    }
    await queue.put(queue.list().filter((each) => each.id !== id));
    settle(id, outcome);
  }

  function isOwn(change: Change): boolean {
    const { as }: Partial<ApiRequest> = handlers[change.kind]!.request(change) || {};
    const owner = deviceUser();
    return typeof as === 'object' ||
      (as === 'either' && owner !== null && owner === change.user && (user.get() === null || user.get() === owner));
  }

  /** `false`: nothing can be sent now. `'own'`: only what needs no session. */
  async function attempt(change: Change): Promise<boolean | 'own'> {
    const { id, kind } = change;
    const handler = handlers[kind]!;
    sending = id;
    try {
      const request = handler.request(change);
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
        : !error.isTemporary && (status !== 401 || isOwn(change));
      if (isOver) {
        await finish(change, { status: 'refused', error });
        return true;
      }
      const wait = backoff(failures++, random(), retryAfter);
      const cancel = again(wait);
      if (status === 500) {
        // It may be this change that the server fails at: others go first.
        notBefore.set(id, clock.now() + wait);
        await queue.put(queue.list().map((each) => (each.id === id ? { ...each, tries } : each)));
        return true;
      }
      if (retryAfter !== null) pausedUntil = clock.now() + wait;
      cancelRetry();
      cancelRetry = cancel;
      return (status === 401 || error.message === noToken) && 'own';
    } finally {
      sending = '';
    }
  }

  function next(isOwnOnly: boolean): Change | undefined {
    const now = clock.now();
    if (!network.isOnline() || now < pausedUntil) return undefined;
    const due = queue.list().filter((change) => handlers[change.kind] && !(notBefore.get(change.id)! > now || change.after! > now));
    // Without a screen there is little time, and an app's session may take all of it.
    return ((isOwnOnly || !isActive()) && due.find(isOwn)) ||
      (isOwnOnly ? undefined : due.find((change) => change.user === user.get() || isOwn(change)));
  }

  return {
    handle(kind, handler) {
      handlers[kind] = handler;
    },
    isOwn,
    async run() {
      let isOwnOnly = false;
      for (let change = next(isOwnOnly); change; change = next(isOwnOnly)) {
        const answer = await attempt(change);
        if (answer === true) continue;
        if (answer === false || isOwnOnly) break;
        isOwnOnly = true;
      }
      for (const id of waiters.keys()) settle(id, { status: 'queued' });
    },
    finish,
    settle,
    waiters,
    sending: () => sending,
  };
}
