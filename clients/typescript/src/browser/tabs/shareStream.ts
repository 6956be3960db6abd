import type { OpenStream } from '../../core/live/Stream.js';
import type { LiveMode } from '../../core/PealClient.js';
import { leadTabs } from './leadTabs.js';
import type { TabMessage } from './TabMessage.js';
import type { TabRuntime } from './TabRuntime.js';
import { browserRuntime } from './TabRuntime.js';

/**
 * One stream for all tabs of a user (R187). The tab that holds the lock has it and tells the others what it brings, with the
 * cursors: when it is closed, the next one goes on where it was.
 */
export const shareStream = (
  name: string,
  open: OpenStream,
  runtime: TabRuntime | null = browserRuntime()
): OpenStream => sink => {
  if (!runtime) return open(sink);
  const { locks, id } = runtime;
  const bus = runtime.channel('peal:' + name);
  const ending = new AbortController();
  const { signal } = ending;
  const cursors = new Map<string, string | null>();
  let thread: string | null = null;
  let leader: ReturnType<typeof leadTabs> | null = null;
  let isJoined = false;
  let isEnded = false;

  const post = (message: TabMessage): void => {
    if (isJoined && !isEnded) bus.postMessage(message);
  };
  const hold = (lock: string, work: () => void): void => {
    const held = (): Promise<void> => {
      work();
      return new Promise(release => signal.addEventListener('abort', () => release()));
    };
    locks.request(lock, { signal }, held).catch(() => undefined);
  };
  const follow = (channel: string): void => {
    const since = cursors.get(channel) || null;
    if (leader) leader.follow(id, channel, since);
    else post({ say: 'follow', from: id, channel, since });
  };
  const view = (): void => {
    if (leader) leader.viewing(id, thread);
    else post({ say: 'viewing', from: id, thread });
  };
  const join = (): void => {
    for (const channel of cursors.keys()) follow(channel);
    if (thread !== null) view();
  };

  const take = (message: TabMessage): void => {
    switch (message.say) {
      case 'mode': return sink.mode(message.mode);
      case 'revoked': return sink.revoked();
      case 'leader': return join();
      case 'poll':
        if (cursors.has(message.channel) && (!message.to || message.to === id)) sink.poll(message.channel);
        return;
      case 'cursor':
        if (cursors.has(message.channel)) cursors.set(message.channel, message.cursor);
        return;
      case 'message': {
        const { channel, cursor } = message.message;
        if (!cursors.has(channel)) return;
        cursors.set(channel, cursor);
        return sink.message(message.message);
      }
      default:
    }
  };
  bus.onmessage = ({ data }) => {
    if (isEnded) return;
    if (leader) leader.heard(data);
    else take(data);
  };

  // A tab that is gone frees its lock, however it ended: then nobody follows for it any more.
  hold(`peal:tab:${id}`, () => {
    isJoined = true;
    join();
  });
  hold('peal:stream:' + name, () => {
    leader = leadTabs({
      runtime, signal, open,
      say: message => {
        take(message);
        post(message);
      },
      post
    });
    post({ say: 'leader' });
    join();
  });

  return {
    follow(channel, since) {
      cursors.set(channel, since);
      follow(channel);
    },
    leave(channel) {
      cursors.delete(channel);
      if (leader) leader.leave(id, channel);
      else post({ say: 'leave', from: id, channel });
    },
    viewing(next) {
      thread = next;
      view();
    },
    wake() {
      if (leader) leader.wake();
      else post({ say: 'wake' });
    },
    stop() {
      isEnded = true;
      leader?.stop();
      ending.abort();
      bus.close();
      const stopped: LiveMode = 'stopped';
      sink.mode(stopped);
    }
  };
};
