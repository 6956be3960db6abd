import type { Core } from '../Context.js';
import { logged } from '../logged.js';
import type { LiveMessage, LiveMode } from '../PealClient.js';
import type { Socket } from '../platform.js';
import { backoff, closeRule } from './closeRule.js';
import type { OpenStream } from './Stream.js';

const longestSilence = 60_000;
const pollInterval = 30_000;
/** So many connections fail before the state is polled. */
const tries = 3;

/** A message of the server: of a channel, or about the connection. */
type Frame = Partial<LiveMessage> & { readonly op?: string; readonly of?: string };

/** Follows channels by one WebSocket; where that does not work, asks for their state to be polled. */
export const openSocket = (core: Core): OpenStream => sink => {
  const { platform: { clock, network, connect, random }, options, log } = core;
  const channels = new Map<string, { cursor: string | null; isOpen: boolean }>();
  const timers = new Map<'retry' | 'silence' | 'poll', () => void>();
  let socket: Socket | null = null;
  let isOpen = false;
  let isStopped = false;
  /** No connection is made any more: the server cannot understand this client. */
  let isGivenUp = !connect;
  let isRefused = false;
  let failures = 0;
  let attempt = 0;
  let lastSeen = 0;
  let thread: string | null = null;
  let mode: LiveMode | null = null;

  const cancel = (name: 'retry' | 'silence' | 'poll'): void => {
    (timers.get(name) || (() => undefined))();
    timers.delete(name);
  };
  const after = (name: 'retry' | 'silence' | 'poll', wait: number, then: () => void): void => {
    cancel(name);
    timers.set(name, clock.after(wait, () => {
      timers.delete(name);
      then();
    }));
  };
  const set = (next: LiveMode): void => {
    if (mode !== next) sink.mode((mode = next));
  };
  const send = (value: object): void => {
    if (isOpen) socket!.send(JSON.stringify(value));
  };
  const subscribe = (channel: string, since: string | null): void =>
    send({ op: 'subscribe', channel, since: since || undefined });

  /** Lets go of the socket: what it says later is not heard. */
  const drop = (): void => {
    attempt++;
    cancel('retry');
    cancel('silence');
    isOpen = false;
    channels.forEach(channel => (channel.isOpen = false));
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(1000);
    socket = null;
  };

  /** Reads what no stream brings: all, or what the server does not let this connection follow. */
  const poll = (): void => {
    const wanted = [...channels.keys()].filter(name => mode === 'polling' || !channels.get(name)!.isOpen);
    if (wanted.length) after('poll', pollInterval, poll);
    wanted.forEach(sink.poll);
  };
  const degrade = (): void => {
    if (mode === 'polling') return;
    set('polling');
    poll();
  };
  /** Nothing is tried. */
  const rest = (next: LiveMode): void => {
    drop();
    cancel('poll');
    set(next);
  };

  const received = (text: string): void => {
    lastSeen = clock.now();
    let frame: Frame;
    try {
      frame = JSON.parse(text) || {};
    } catch (error) {
      return logged(core, 'live.unreadable')(error);
    }
    const { op, of, kind, channel: name = '', cursor } = frame;
    const channel = channels.get(name);
    if (op === 'subscribed' || of === 'subscribe') {
      // The server answers: this connection works.
      failures = 0;
      isRefused = false;
      cancel('poll');
      set('live');
    }
    if (of === 'subscribe') after('poll', pollInterval, poll);
    if (op === 'subscribed' && !channel) send({ op: 'unsubscribe', channel: name });
    if (op === 'subscribed' && channel) {
      channel.isOpen = true;
      // Followed from now on: the state is read after that.
      if (!channel.cursor) sink.poll(name);
    }
    if (!cursor) return;
    channels.forEach((each, about) => {
      // A ping is about all channels; a resumed one has its messages still to come.
      if (op === 'ping' ? !each.isOpen : about !== name || (op && each.cursor)) return;
      each.cursor = cursor;
      if (op) sink.cursor(about, cursor);
    });
    if (kind && channel) sink.message(frame as LiveMessage);
  };

  const closed = (code: number, reason: string): void => {
    drop();
    const rule = closeRule(code, reason, failures, random());
    log('live.closed', { code, failures });
    if (rule === 'revoked') {
      stop();
      return sink.revoked();
    }
    if (rule === 'stop') {
      isGivenUp = true;
      return degrade();
    }
    if (++failures >= tries) degrade();
    else if (mode !== 'polling') set('connecting');
    // A second refusal in a row is no matter of time.
    const isAtOnce = rule === 'token' && !isRefused;
    isRefused = isRefused || rule === 'token';
    if (isAtOnce) void open();
    else after('retry', rule === 'token' ? backoff(failures - 1, random()) : rule, open);
  };

  const listen = (): void =>
    after('silence', lastSeen + longestSilence - clock.now(), () => {
      if (clock.now() - lastSeen < longestSilence) listen();
      else closed(1006, '');
    });

  const open = async (): Promise<void> => {
    drop();
    if (isStopped || !channels.size) return rest('stopped');
    if (!network.isOnline()) return rest('offline');
    if (isGivenUp) return degrade();
    if (mode !== 'polling') set('connecting');
    const mine = attempt;
    try {
      // A browser does not say why a connection was refused before it was open: it may have been the token.
      const token = await options.token(isRefused || failures > 1);
      if (mine !== attempt) return;
      if (token === null) return rest('stopped');
      lastSeen = clock.now();
      socket = connect!(options.baseUrl.replace(/^http/, 'ws') + '/api/v1/realtime', ['peal.v1', 'bearer.' + token]);
    } catch {
      if (mine === attempt) closed(1006, '');
      return;
    }
    socket.onopen = () => {
      isOpen = true;
      if (thread !== null) send({ op: 'viewing', thread });
      channels.forEach(({ cursor }, name) => subscribe(name, cursor));
    };
    socket.onmessage = received;
    socket.onclose = closed;
    listen();
  };

  const endNetwork = network.onChange(isOnline => {
    if (!channels.size) return;
    failures = 0;
    if (!isOnline || !socket) void open();
  });

  const stop = (): void => {
    isStopped = true;
    endNetwork();
    rest('stopped');
  };

  return {
    follow(name, since) {
      if (isStopped || channels.has(name)) return;
      channels.set(name, { cursor: since, isOpen: false });
      if (channels.size === 1) return void open();
      if (mode === 'polling') sink.poll(name);
      subscribe(name, since);
    },
    leave(name) {
      const { isOpen: isFollowed = false } = channels.get(name) || {};
      channels.delete(name);
      if (!channels.size) rest('stopped');
      else if (isFollowed) send({ op: 'unsubscribe', channel: name });
    },
    viewing(next) {
      if (next === thread) return;
      thread = next;
      send({ op: 'viewing', thread });
    },
    wake() {
      if (socket && clock.now() - lastSeen >= longestSilence) closed(1006, '');
      if (timers.has('retry')) void open();
    },
    stop
  };
};
