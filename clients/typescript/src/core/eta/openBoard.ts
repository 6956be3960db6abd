import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { EtaBoard } from '../model/Eta.js';
import type { EtaBoardView, OpenBoard } from '../PealClient.js';
import { PealError } from '../PealError.js';
import type { EtaChange } from './mergeBoard.js';
import { mergeBoard } from './mergeBoard.js';
import { phaseOf } from './phaseOf.js';

/** Timers of runtimes are no longer than 2³¹ ms. */
const longestWait = 86_400_000;

/** How often a board that is not followed is read. */
const glanceEvery = 60_000;

/** The host's board of an event: read, then followed live until it is closed (R202–R206), or read each minute. */
export function openBoard(core: Core, event: string, isFollowed: boolean): OpenBoard {
  const { clock } = core.platform;
  const live = core.client.live;
  const view = createStore<EtaBoardView>({
    status: 'loading', board: null, changed: [], phase: 'none', mode: live.mode.get(), error: null
  });
  let etag: string | null = null;
  let isViewed = !isFollowed;
  let isClosed = false;
  let turn = 0;
  let stopTimer: (() => void) | null = null;

  const set = (change: Partial<EtaBoardView>): void => {
    const { board, phase } = { ...view.get(), ...change };
    view.update(old => ({ ...old, ...change, phase: board ? phaseOf(board, clock.now()) : phase }));
  };

  /** The server sends nothing when replies open or are cleared: the board is read again then. */
  function schedule(): void {
    stopTimer?.();
    stopTimer = null;
    const { board } = view.get();
    const now = clock.now();
    const next = [board?.opensAt, board?.clearsAt].map(time => Date.parse(time || '')).filter(time => time > now);
    if (!isFollowed) next.push(now + glanceEvery);
    if (!next.length || isClosed) return;
    const wait = Math.min(...next) - now;
    stopTimer = clock.after(Math.min(wait, longestWait), () => {
      schedule();
      if (wait > longestWait) return;
      set({});
      void read();
    });
  }

  function take(change: EtaChange): void {
    const merged = mergeBoard(view.get().board, change);
    if (!merged) return;
    set({ status: 'ready', board: merged.board, changed: merged.changed, error: null });
    schedule();
  }

  async function read(): Promise<void> {
    const mine = ++turn;
    const viewed = isViewed ? null : true;
    isViewed = true;
    try {
      const { status, body, etag: next } = await core.api.send<EtaBoard>({
        method: 'GET',
        path: `/events/${encodeURIComponent(event)}/participants/eta`,
        query: { viewed },
        etag
      });
      if (mine !== turn || isClosed) return;
      etag = next || etag;
      if (status !== 304) return take(body);
      set({ status: 'ready', error: null });
      schedule();
    } catch (thrown) {
      if (viewed) isViewed = false;
      if (mine !== turn || isClosed) return;
      const error = thrown instanceof PealError ? thrown : new PealError('internal', String(thrown));
      if (error.status === 404) {
        // The event is gone, or the user is not its host any more: nothing of it stays on the screen.
        etag = null;
        unfollow();
        set({ status: 'not-found', board: null, changed: [], phase: 'none', error: null });
        schedule();
      } else {
        set({ status: view.get().board ? 'ready' : 'failed', error });
        if (!isFollowed) schedule();
      }
    }
  }

  const unfollow = !isFollowed ? () => undefined : live.follow(`event:${event}:eta`, {
    message: ({ kind, data }) => {
      if (kind === 'eta.changed' && !isClosed && view.get().status !== 'not-found') take(data as EtaChange);
    },
    async poll() {
      await read();
      const { error } = view.get();
      if (error) throw error;
    }
  });
  // A board may be opened before it is known who is signed in.
  let whose = core.user.get();
  const ends = [unfollow, live.mode.subscribe(mode => set({ mode })), core.user.subscribe(user => {
    if (whose !== null) close();
    whose = user;
  })];
  void read();

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    ends.forEach(end => end());
    schedule();
    if (core.user.get() === null) set({ status: 'not-found', board: null, changed: [], phase: 'none' });
  }
  return { get: view.get, subscribe: view.subscribe, close };
}
