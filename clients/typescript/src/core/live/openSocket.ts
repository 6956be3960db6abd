import type { Core } from '../Context.js';
import type { LiveMessage, LiveMode } from '../PealClient.js';
import type { Socket } from '../platform.js';
import { backoff, closeRule } from './closeRule.js';
import type { OpenStream, StreamSink } from './Stream.js';

const longestSilence = 60_000;
const pollInterval = 30_000;
/** So many connections fail before the state is polled. */
const tries = 3;

interface Channel {
  cursor: string | null;
  state: 'closed' | 'open' | 'refused';
}

/** A message of the server: of a channel, or about the connection. */
type Frame = Partial<LiveMessage> & { readonly op?: string; readonly of?: string };

/** Follows channels by one WebSocket; where that does not work, asks for their state to be polled. */
export const openSocket = (core: Core): OpenStream => (sink: StreamSink) => {
  const { platform: { clock, network, connect, random }, options } = core;
  const channels = new Map<string, Channel>();
  let socket: Socket | null = null;
  let isOpen = false;
  let isStopped = false;
  /** No connection is made any more: the server cannot understand this client. */
  let isGivenUp = !connect;
  let isPolling = false;
  let isRefused = false;
  let failures = 0;
  let attempt = 0;
  let lastSeen = 0;
  let asked: string | null = null;
  let thread: string | null = null;
  let mode: LiveMode | null = null;
  const timers: { [name in 'retry' | 'silence' | 'poll']?: (() => void) | undefined } = {};

  const cancel = (name: keyof typeof timers): void => {
    timers[name]?.();
    timers[name] = undefined;
  };
  const after = (name: keyof typeof timers, wait: number, then: () => void): void => {
    cancel(name);
    timers[name] = clock.after(wait, () => {
      timers[name] = undefined;
      then();
    });
  };
  const set = (next: LiveMode): void => {
    if (mode !== next) sink.mode((mode = next));
  };
  const send = (value: unknown): void => {
    if (isOpen) socket?.send(JSON.stringify(value));
  };

  /** Lets go of the socket: what it says later is not heard. */
  const drop = (): void => {
    attempt++;
    cancel('retry');
    cancel('silence');
    asked = null;
    isOpen = false;
    for (const channel of channels.values()) channel.state = 'closed';
    const old = socket;
    socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close(1000);
  };

  const poll = (): void => {
    const wanted = isPolling ? [...channels.keys()] : [...channels].filter(([, { state }]) => state === 'refused').map(([name]) => name);
    if (!wanted.length) return cancel('poll');
    after('poll', pollInterval, poll);
    wanted.forEach(sink.poll);
  };
  const degrade = (): void => {
    if (isPolling) return;
    isPolling = true;
    set('polling');
    poll();
  };

  /** Subscribes to one channel at a time, since a refusal does not name its channel. */
  const ask = (): void => {
    if (!isOpen || asked !== null) return;
    for (const [channel, { state, cursor }] of channels) {
      if (state !== 'closed') continue;
      asked = channel;
      return send({ op: 'subscribe', channel, since: cursor || undefined });
    }
  };

  /** The server answered: this connection works. */
  const works = (): void => {
    failures = 0;
    isRefused = false;
    if (isPolling) cancel('poll');
    isPolling = false;
    set('live');
  };

  const subscribed = (name: string, cursor: string | undefined): void => {
    const channel = channels.get(name);
    if (!channel) return send({ op: 'unsubscribe', channel: name });
    channel.state = 'open';
    if (channel.cursor || !cursor) return;
    channel.cursor = cursor;
    sink.cursor(name, cursor);
    sink.poll(name);
  };

  const refused = (name: string): void => {
    const channel = channels.get(name);
    if (!channel) return;
    channel.state = 'refused';
    core.log('live.refused', { channel: name });
    sink.poll(name);
    if (!timers.poll) after('poll', pollInterval, poll);
  };

  const received = (text: string): void => {
    lastSeen = clock.now();
    let frame: Frame;
    try {
      frame = JSON.parse(text) || {};
    } catch {
      return core.log('live.unreadable');
    }
    const { op, kind, channel: name, cursor } = frame;
    if (op === 'subscribed' || (op === 'error' && frame.of === 'subscribe')) {
      const about = asked;
      asked = null;
      works();
      if (op === 'subscribed' && name) subscribed(name, cursor);
      else if (about !== null) refused(about);
      return ask();
    }
    if ((op === 'ping' || op === 'pong') && cursor) {
      for (const [about, channel] of channels) {
        if (channel.state !== 'open') continue;
        channel.cursor = cursor;
        sink.cursor(about, cursor);
      }
    }
    const channel = name === undefined ? undefined : channels.get(name);
    if (!kind || !channel || !cursor) return;
    channel.cursor = cursor;
    sink.message(frame as LiveMessage);
  };

  const closed = (code: number, reason: string): void => {
    drop();
    const rule = closeRule(code, reason, failures, random());
    core.log('live.closed', { code, failures });
    if (rule === 'revoked') {
      stop();
      return sink.revoked();
    }
    if (rule === 'stop') {
      isGivenUp = true;
      return degrade();
    }
    failures++;
    // A second refusal in a row is no matter of time.
    const isAtOnce = rule === 'token' && !isRefused;
    if (rule === 'token') isRefused = true;
    if (failures >= tries) degrade();
    else if (!isPolling) set('connecting');
    if (isAtOnce) return void open();
    after('retry', rule === 'token' ? backoff(failures - 1, random()) : rule, open);
  };

  const listen = (): void =>
    after('silence', lastSeen + longestSilence - clock.now(), () => {
      if (clock.now() - lastSeen < longestSilence) listen();
      else closed(1006, 'silence');
    });

  const open = async (): Promise<void> => {
    drop();
    if (isStopped || !channels.size) {
      cancel('poll');
      isPolling = false;
      return set('stopped');
    }
    if (!network.isOnline()) return away();
    if (isGivenUp || !connect) return degrade();
    if (!isPolling) set('connecting');
    const mine = attempt;
    let token: string | null;
    try {
      // A browser does not say why a connection was refused before it was open: it may have been the token.
      token = await options.token(isRefused || failures > 1);
    } catch {
      if (mine === attempt) closed(1006, '');
      return;
    }
    if (mine !== attempt || isStopped) return;
    if (token === null) return set('stopped');
    lastSeen = clock.now();
    try {
      socket = connect(options.baseUrl.replace(/^http/, 'ws') + '/api/v1/realtime', ['peal.v1', 'bearer.' + token]);
    } catch {
      return closed(1006, '');
    }
    socket.onopen = () => {
      isOpen = true;
      if (thread !== null) send({ op: 'viewing', thread });
      ask();
    };
    socket.onmessage = received;
    socket.onclose = closed;
    listen();
  };

  const away = (): void => {
    drop();
    cancel('poll');
    isPolling = false;
    set('offline');
  };

  const endNetwork = network.onChange((isOnline) => {
    if (!channels.size) return;
    if (!isOnline) return away();
    failures = 0;
    if (!socket) void open();
  });

  const stop = (): void => {
    isStopped = true;
    endNetwork();
    void open();
  };

  return {
    follow(name, since) {
      if (isStopped || channels.has(name)) return;
      channels.set(name, { cursor: since, state: 'closed' });
      if (channels.size === 1) return void open();
      if (isPolling) sink.poll(name);
      ask();
    },
    leave(name) {
      const channel = channels.get(name);
      channels.delete(name);
      if (!channels.size && channel) return void open();
      if (channel?.state === 'open') send({ op: 'unsubscribe', channel: name });
    },
    viewing(next) {
      if (next === thread) return;
      thread = next;
      send({ op: 'viewing', thread });
    },
    wake() {
      if (socket && clock.now() - lastSeen >= longestSilence) closed(1006, 'silence');
      if (timers.retry) void open();
    },
    stop,
  };
};
