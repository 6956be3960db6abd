import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { LiveConnection, LiveMessage, LiveMode } from '../PealClient.js';
import { openSocket } from './openSocket.js';
import type { Stream } from './Stream.js';

type Handlers = Parameters<LiveConnection['follow']>[1];

const retryInterval = 30_000;

/** The stream of the signed-in user, shared by all that follow a channel (R145, R187). */
export function createLive(core: Core): LiveConnection {
  const mode = createStore<LiveMode>('connecting');
  const channels = new Map<string, Set<Handlers>>();
  let stream: Stream | null = null;
  let turn = 0;
  let user: string | null = null;
  let thread: string | null = null;

  /** Whose last read failed: the stream brings nothing of what it would have answered. */
  const unread = new Set<Handlers>();
  let stopRetry: (() => void) | null = null;

  const retry = (): void => {
    stopRetry?.();
    stopRetry = null;
    if (mode.get() === 'live') unread.forEach(read);
  };
  const read = (handlers: Handlers): void => {
    handlers.poll().then(() => void unread.delete(handlers), error => {
      core.log('live.poll', { error: String(error) });
      if (!stream || ![...channels.values()].some(followers => followers.has(handlers))) return;
      unread.add(handlers);
      stopRetry = stopRetry || core.platform.clock.after(retryInterval, retry);
    });
  };
  const deliver = (handlers: Handlers, message: LiveMessage): void => {
    try {
      handlers.message(message);
    } catch (error) {
      core.log('live.message', { kind: message.kind, error: String(error) });
    }
  };
  const end = (): void => {
    turn++;
    stream?.stop();
    stream = user = null;
    stopRetry?.();
    stopRetry = null;
    unread.clear();
    mode.set('stopped');
  };
  const begin = (next: string | null): void => {
    if (stream && user === next) return;
    end();
    if (next === null) return;
    user = next;
    mode.set('connecting');
    const open = core.platform.share?.(`${core.options.app}:${next}`, openSocket(core)) || openSocket(core);
    const mine = turn;
    const opened = (stream = open({
      mode: value => {
        if (mine !== turn) return;
        mode.set(value);
        if (value === 'live') retry();
      },
      message: message => {
        for (const handlers of channels.get(message.channel) || []) {
          if (message.kind === 'resync') read(handlers);
          else deliver(handlers, message);
        }
      },
      poll: channel => channels.get(channel)?.forEach(read),
      cursor: () => undefined,
      revoked: () => {
        core.log('live.revoked');
        void core.client.signOut();
      },
    }));
    for (const channel of channels.keys()) opened.follow(channel, null);
    if (thread !== null) opened.viewing(thread);
  };

  core.hooks.session.on(begin);
  core.hooks.active.on(state => {
    begin(core.user.get());
    if (state !== 'background') stream?.wake();
  });
  core.hooks.stopped.on(end);

  return {
    mode,
    follow(channel, handlers) {
      const own = { ...handlers };
      const followers = channels.get(channel) || new Set();
      const isFirst = !followers.size;
      channels.set(channel, followers.add(own));
      if (isFirst) stream?.follow(channel, null);
      else if (stream) read(own);
      return () => {
        followers.delete(own);
        unread.delete(own);
        if (followers.size || channels.get(channel) !== followers) return;
        channels.delete(channel);
        stream?.leave(channel);
      };
    },
    viewing(next) {
      thread = next;
      stream?.viewing(next);
    },
  };
}
