import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { EtaBoard } from '../model/Eta.js';
import type { EtaBoardView, OpenBoard } from '../PealClient.js';
import type { PealError } from '../PealError.js';
import type { EtaChange } from './mergeBoard.js';
import { mergeBoard } from './mergeBoard.js';

/** Timers of runtimes are no longer than 2³¹ ms. */
const longestWait = 86_400_000;

/** How often a board is read that is not followed, or could not be read. */
const readEvery = 60_000;

/** Where the event is, by the clock: before replies, while they are shown, or after they are cleared (S0 AC4.7). */
export function phaseOf({ opensAt, clearsAt }: EtaBoard, now: number): EtaBoardView['phase'] {
  if (!opensAt || !clearsAt) return 'none';
  return now < Date.parse(opensAt) ? 'early' : now < Date.parse(clearsAt) ? 'open' : 'cleared';
}

/**
 * The host's board of an event: read, then followed live until it is closed (R202–R206), or read each minute.
 * @param boards Callbacks of all open boards: the app is used again, or the user's session is over.
 */
export function openBoard(core: Core, event: string, path: string, isFollowed: boolean,
  boards: Set<(isOver: boolean) => void>): OpenBoard {
  const { api, client: { live }, platform: { clock } } = core;
  const view = createStore<EtaBoardView>({
    status: 'loading', board: null, changed: [], phase: 'none', mode: live.mode.get(), error: null
  });
  let etag: string | null = null;
  let isViewed = !isFollowed;
  let isClosed = false;
  let turn = 0;
  let again = 0;
  let due = 0;
  let stopTimer = (): void => undefined;

  function set(change: Partial<EtaBoardView>): void {
    const next = { ...view.get(), ...change };
    const { board, status, error } = next;
    const now = clock.now();
    view.set({ ...next, phase: board ? phaseOf(board, now) : 'none' });
    stopTimer();
    const isOver = isClosed || status === 'not-found';
    // The timer is late: the device slept, or its clock was set. Nobody looks at the board while the app has no screen.
    if (!isOver && due && due <= now) return core.isActive() ? void read() : undefined;
    // The server sends nothing when replies open or are cleared: the board is read again then.
    const { opensAt = '', clearsAt = '' } = board || {};
    const times = [Date.parse(opensAt), Date.parse(clearsAt), isFollowed && !error ? 0 : again].filter(time => time > now);
    due = Math.min(now + longestWait, ...times);
    if (isOver || !times.length) due = 0;
    else if (core.isActive()) stopTimer = clock.after(due - now, () => void read());
  }

  function take(change: EtaChange): void {
    const merged = mergeBoard(view.get().board, change);
    if (merged) set({ status: 'ready', error: null, ...merged });
  }

  async function read(): Promise<void> {
    const mine = ++turn;
    due = 0;
    again = clock.now() + readEvery;
    const viewed = isViewed ? null : true;
    isViewed = true;
    try {
      const answer = await api.send<EtaBoard>({ method: 'GET', path, query: { viewed }, etag });
      if (mine !== turn || isClosed) return;
      etag = answer.etag || etag;
      if (answer.status === 304) set({ status: 'ready', error: null });
      else take(answer.body);
    } catch (thrown) {
      const error = thrown as PealError;
      isViewed = !viewed;
      if (mine !== turn || isClosed) return;
      if (error.status !== 404) return set({ status: view.get().board ? 'ready' : 'failed', error });
      // The event is gone, or the user is not its host any more: nothing of it stays on the screen.
      gone();
    }
  }

  function gone(): void {
    unfollow();
    etag = null;
    set({ status: 'not-found', board: null, changed: [], error: null });
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    unfollow();
    endMode();
    boards.delete(check);
    stopTimer();
  }

  const unfollow = !isFollowed ? () => undefined : live.follow(`event:${event}:eta`, {
    message: ({ kind, data }) => {
      if (kind === 'eta.changed' && view.get().status !== 'not-found') take(data as EtaChange);
    },
    async poll() {
      await read();
      const { error } = view.get();
      if (error) throw error;
    }
  });
  const endMode = live.mode.subscribe(mode => set({ mode }));
  const check = (isOver: boolean): void => {
    if (!isOver) return set({});
    close();
    gone();
  };
  boards.add(check);
  void read();
  return { get: view.get, subscribe: view.subscribe, close };
}
