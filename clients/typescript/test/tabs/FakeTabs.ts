import type { OpenStream, Stream, StreamSink } from '../../src/core/live/Stream.js';
import type { LiveMessage, LiveMode } from '../../src/core/PealClient.js';
import { shareStream } from '../../src/browser/tabs/shareStream.js';
import type { TabMessage } from '../../src/browser/tabs/TabMessage.js';
import type { TabRuntime } from '../../src/browser/tabs/TabRuntime.js';

interface Lock { readonly owner: string; readonly grant: () => void; isHeld: boolean; readonly reject: () => void }

/** The locks and channels of one browser, and the streams that its tabs open. */
export class FakeTabs {
  private readonly locks = new Map<string, Lock[]>();
  private readonly buses = new Map<string, Set<{ owner: string; onmessage: ((event: { data: TabMessage }) => void) | null }>>();
  readonly opened: FakeStream[] = [];
  posted = 0;

  get streams(): FakeStream[] {
    return this.opened.filter(({ isStopped }) => !isStopped);
  }

  runtime(id: string): TabRuntime {
    return {
      id,
      locks: {
        request: (name, { signal }, work) => new Promise((done, reject) => {
          const queue = this.locks.get(name) || [];
          this.locks.set(name, queue);
          const free = (lock: Lock): void => {
            const index = queue.indexOf(lock);
            if (index >= 0) queue.splice(index, 1);
            this.next(name);
          };
          const lock: Lock = {
            owner: id, isHeld: false,
            grant: () => void Promise.resolve(work()).then(value => {
              free(lock);
              done(value);
            }),
            reject: () => free(lock)
          };
          signal.addEventListener('abort', () => {
            if (lock.isHeld) return;
            lock.reject();
            reject(new Error('AbortError'));
          });
          queue.push(lock);
          void Promise.resolve().then(() => this.next(name));
        })
      },
      channel: name => {
        const bus = this.buses.get(name) || new Set();
        this.buses.set(name, bus);
        const port = {
          owner: id,
          onmessage: null as ((event: { data: TabMessage }) => void) | null,
          postMessage: (message: TabMessage) => {
            this.posted++;
            const copy = JSON.parse(JSON.stringify(message)) as TabMessage;
            for (const other of bus) if (other !== port) void Promise.resolve().then(() => bus.has(other) &&
              other.onmessage?.({ data: copy }));
          },
          close: () => void bus.delete(port)
        };
        bus.add(port);
        return port;
      }
    };
  }

  private next(name: string): void {
    const [first] = this.locks.get(name) || [];
    if (!first || first.isHeld) return;
    first.isHeld = true;
    first.grant();
  }

  /** The tab is gone without a word. */
  kill(tab: FakeTab): void {
    for (const stream of this.opened) if (stream.tab === tab.id) stream.isStopped = true;
    for (const bus of this.buses.values()) for (const port of bus) if (port.owner === tab.id) bus.delete(port);
    for (const [name, queue] of this.locks) {
      for (const lock of queue.filter(({ owner }) => owner === tab.id)) queue.splice(queue.indexOf(lock), 1);
      this.next(name);
    }
  }

  open(id: string): FakeTab {
    return new FakeTab(this, id);
  }
}

/** The stream of the tab that leads. */
export class FakeStream implements Stream {
  readonly channels = new Map<string, string | null>();
  thread: string | null = null;
  wakes = 0;
  isStopped = false;

  constructor(readonly tab: string, readonly sink: StreamSink) {}

  follow(channel: string, since: string | null): void {
    this.channels.set(channel, since);
  }
  leave(channel: string): void {
    this.channels.delete(channel);
  }
  viewing(thread: string | null): void {
    this.thread = thread;
  }
  wake(): void {
    this.wakes++;
  }
  stop(): void {
    this.isStopped = true;
    this.sink.mode('stopped');
  }
  message(channel: string, cursor: string): void {
    this.sink.message({ kind: 'notification.created', channel, cursor, data: {} });
  }
}

/** A tab, and what reached it. */
export class FakeTab {
  readonly stream: Stream;
  readonly messages: string[] = [];
  readonly polls: string[] = [];
  readonly modes: LiveMode[] = [];
  revoked = 0;

  constructor(browser: FakeTabs, readonly id: string) {
    const open: OpenStream = sink => {
      const stream = new FakeStream(id, sink);
      browser.opened.push(stream);
      return stream;
    };
    this.stream = shareStream('gss:ann', open, browser.runtime(id))({
      mode: mode => void this.modes.push(mode),
      message: ({ channel, cursor }: LiveMessage) => void this.messages.push(`${channel} ${cursor}`),
      poll: channel => void this.polls.push(channel),
      cursor: () => undefined,
      revoked: () => void this.revoked++
    });
  }
}
