import type { OpenStream } from '../../core/live/Stream.js';
import type { LiveMode } from '../../core/PealClient.js';
import type { TabMessage } from './TabMessage.js';
import type { TabRuntime } from './TabRuntime.js';

interface Tab {
  readonly channels: Set<string>;
  thread: string | null;
}

interface Lead {
  readonly runtime: TabRuntime;
  readonly signal: AbortSignal;
  readonly open: OpenStream;
  /** To this tab and all others. */
  say(message: TabMessage): void;
  /** To the others. */
  post(message: TabMessage): void;
}

/** The stream of all tabs, in the one that holds the lock. */
export function leadTabs({ runtime, signal, open, say, post }: Lead) {
  // In the order in which they looked at something: the last one is looked at.
  const tabs = new Map<string, Tab>();
  const cursors = new Map<string, string | null>();
  let mode: LiveMode = 'connecting';
  const stream = open({
    mode: next => {
      mode = next;
      say({ say: 'mode', mode });
    },
    message: message => {
      cursors.set(message.channel, message.cursor);
      say({ say: 'message', message });
    },
    poll: channel => say({ say: 'poll', channel }),
    cursor: (channel, cursor) => {
      cursors.set(channel, cursor);
      say({ say: 'cursor', channel, cursor });
    },
    revoked: () => say({ say: 'revoked' })
  });

  const view = (): void => {
    const threads = [...tabs.values()].map(({ thread }) => thread).filter(thread => thread !== null);
    stream.viewing(threads[threads.length - 1] || null);
  };
  const tabOf = (id: string): Tab => {
    const known = tabs.get(id);
    if (known) return known;
    const tab: Tab = { channels: new Set(), thread: null };
    tabs.set(id, tab);
    if (id === runtime.id) return tab;
    // Granted when the tab is gone, however it ended.
    runtime.locks.request(`peal:tab:${id}`, { signal }, () => {
      tabs.delete(id);
      for (const channel of tab.channels) release(channel);
      view();
    }).catch(() => undefined);
    return tab;
  };
  const release = (channel: string): void => {
    if ([...tabs.values()].some(({ channels }) => channels.has(channel))) return;
    cursors.delete(channel);
    stream.leave(channel);
  };

  const lead = {
    follow(id: string, channel: string, since: string | null): void {
      const tab = tabOf(id);
      tab.channels.add(channel);
      if (id !== runtime.id) post({ say: 'mode', mode });
      if (!cursors.has(channel)) {
        cursors.set(channel, since);
        return stream.follow(channel, since);
      }
      // It comes late to the channel: what it has, or has not, is read.
      if (since !== null && since === cursors.get(channel)) return;
      if (id === runtime.id) say({ say: 'poll', channel, to: id });
      else post({ say: 'poll', channel, to: id });
    },
    leave(id: string, channel: string): void {
      if (tabOf(id).channels.delete(channel)) release(channel);
    },
    viewing(id: string, thread: string | null): void {
      const tab = tabOf(id);
      tabs.delete(id);
      tabs.set(id, tab);
      tab.thread = thread;
      view();
    },
    wake: () => stream.wake(),
    stop: () => stream.stop(),
    heard(message: TabMessage): void {
      if (message.say === 'follow') lead.follow(message.from, message.channel, message.since);
      if (message.say === 'leave') lead.leave(message.from, message.channel);
      if (message.say === 'viewing') lead.viewing(message.from, message.thread);
      if (message.say === 'wake') lead.wake();
    }
  };
  return lead;
}
