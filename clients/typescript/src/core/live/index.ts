import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import { logged } from '../logged.js';
import type { LiveConnection, LiveMode } from '../PealClient.js';
import { openSocket } from './openSocket.js';
import type { Stream } from './Stream.js';

type Handlers = Parameters<LiveConnection['follow']>[1];

const retryInterval = 30_000;

/** The stream of the signed-in user, shared by all that follow a channel (R145, R187). */
export function createLive(core: Core): LiveConnection {
  const { hooks, options, platform: { clock, share } } = core;
  const mode = createStore<LiveMode>('connecting');
  const followers = new Map<Handlers, string>();
  let stream: Stream | null = null;
  let user: string | null = null;
  /** Whose the cursors are. */
  let whose: string | null = null;
  let thread: string | null = null;
  /** How far a channel was followed when the app left the screen. */
  const cursors = new Map<string, string>();
  /** Whose last read failed: the stream brings nothing of what it would have answered. */
  const unread = new Set<Handlers>();
  let stopRetry: (() => void) | null = null;

  const of = (channel: string): Handlers[] => [...followers.keys()].filter(handlers => followers.get(handlers) === channel);
  const endRetry = (): void => {
    if (stopRetry) stopRetry();
    stopRetry = null;
  };
  const retry = (): void => {
    endRetry();
    if (mode.get() === 'live') unread.forEach(read);
  };
  const read = (handlers: Handlers): void => {
    handlers.poll().then(() => void unread.delete(handlers), error => {
      logged(core, 'live.poll')(error);
      if (!stream || !followers.has(handlers)) return;
      unread.add(handlers);
      stopRetry = stopRetry || clock.after(retryInterval, retry);
    });
  };

  const end = (): void => {
    const old = stream;
    stream = user = null;
    if (old) old.stop();
    endRetry();
    unread.clear();
    mode.set('stopped');
  };
  const begin = (next: string | null): void => {
    if (stream && user === next) return;
    end();
    if (whose !== next) cursors.clear();
    whose = next;
    if (next === null || !core.isActive()) return;
    user = next;
    mode.set('connecting');
    const open = openSocket(core);
    const mine: Stream = (share ? share(`${options.app}:${next}`, open) : open)({
      mode: value => {
        if (user !== next) return;
        mode.set(value);
        if (value === 'live') retry();
      },
      message: message => {
        cursors.set(message.channel, message.cursor);
        of(message.channel).forEach(handlers => {
          try {
            if (message.kind === 'resync') read(handlers);
            else handlers.message(message);
          } catch (error) {
            logged(core, 'live.message')(error);
          }
        });
      },
      poll: channel => of(channel).forEach(read),
      cursor: (channel, cursor) => void cursors.set(channel, cursor),
      revoked: () => void core.client.signOut()
    });
    stream = mine;
    new Set(followers.values()).forEach(channel => mine.follow(channel, cursors.get(channel) || null));
    if (thread !== null) mine.viewing(thread);
  };

  hooks.session.on(begin);
  hooks.active.on(() => {
    begin(core.user.get());
    if (stream) stream.wake();
  });
  hooks.paused.on(() => {
    if (stream && thread !== null) stream.viewing(null);
    end();
  });
  hooks.stopped.on(end);

  return {
    mode,
    follow(channel, handlers) {
      const own = { ...handlers };
      const isFirst = !of(channel).length;
      followers.set(own, channel);
      if (stream && isFirst) stream.follow(channel, null);
      else if (stream) read(own);
      return () => {
        unread.delete(own);
        if (!followers.delete(own) || of(channel).length) return;
        cursors.delete(channel);
        if (stream) stream.leave(channel);
      };
    },
    viewing(next) {
      thread = next;
      if (stream) stream.viewing(next);
    }
  };
}
