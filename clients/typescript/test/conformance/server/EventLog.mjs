/** The live connections: subscriptions, cursors and what was missed. */
export class EventLog {
  #entries = [];
  #sockets = new Set();
  #number = 0;
  #forgotten = 0;
  #clock;
  #first;

  /** `first(user, channel)` makes the first message of a subscription, and throws for a channel that is not the user's. */
  constructor(clock, first) {
    this.#clock = clock;
    this.#first = first;
  }

  forget() {
    this.#forgotten = this.#number + 1;
  }

  /** Sends a message to all who follow the channel, and keeps it for those who come back. */
  emit(user, channel, kind, data) {
    const entry = { user, message: { kind, channel, cursor: `c${(this.#number += 1)}`, data: structuredClone(data) } };
    this.#entries.push(entry);
    for (const socket of this.#sockets) this.#deliver(socket, entry);
  }

  raw(client, text) {
    for (const socket of this.#of(client)) socket.receive(text);
  }

  message(client, message) {
    for (const socket of this.#of(client)) if (socket.channels.has(message.channel)) socket.receive(JSON.stringify(message));
  }

  repeat(client) {
    for (const socket of this.#of(client)) for (const text of [...socket.received]) socket.receive(text);
  }

  breakOff(client, code, reason = '') {
    for (const socket of this.#of(client)) socket.end(code, reason);
  }

  closed(socket) {
    this.#sockets.delete(socket);
    socket.stopPing?.();
  }

  opened(socket) {
    this.#sockets.add(socket);
    const ping = () => {
      socket.receive(JSON.stringify({ op: 'ping', cursor: `c${this.#number}` }));
      socket.stopPing = this.#clock.after(25_000, ping);
    };
    socket.stopPing = this.#clock.after(25_000, ping);
  }

  /** A message of a client. */
  sent(socket, text) {
    const message = JSON.parse(text);
    const answer = (value) => socket.receive(JSON.stringify(value));
    if (message.op === 'subscribe') return this.#subscribe(socket, message, answer);
    if (message.op === 'unsubscribe') {
      socket.channels.delete(message.channel);
      return answer({ op: 'unsubscribed', channel: message.channel });
    }
    if (message.op === 'viewing') return answer({ op: 'viewing', thread: message.thread });
    if (message.op === 'ping') return answer({ op: 'pong', cursor: `c${this.#number}` });
    if (message.op === 'token') return answer({ op: 'token', expiresAt: '2100-01-01T00:00:00Z' });
    return answer({ op: 'error', of: message.op, code: 'invalid', detail: 'unknown operation' });
  }

  #subscribe(socket, { channel, since }, answer) {
    let first;
    try {
      first = this.#first(socket.user, channel);
    } catch (problem) {
      return answer({ op: 'error', of: 'subscribe', channel, code: problem.code, detail: problem.message, pointer: '/channel' });
    }
    socket.channels.add(channel);
    answer({ op: 'subscribed', channel, cursor: `c${this.#number}` });
    const cursor = `c${this.#number}`;
    const number = /^c\d+$/.test(since ?? '') ? +since.slice(1) : NaN;
    const isKnown = number >= this.#forgotten && number <= this.#number;
    if (since && !isKnown) answer({ kind: 'resync', channel, cursor, data: {} });
    if (first) answer({ ...first, channel, cursor: since && isKnown ? since : cursor });
    if (!since || !isKnown) return;
    for (const entry of this.#entries) if (+entry.message.cursor.slice(1) > number) this.#deliver(socket, entry);
  }

  #deliver(socket, { user, message }) {
    if ((user === null || user === socket.user) && socket.channels.has(message.channel)) socket.receive(JSON.stringify(message));
  }

  #of(client) {
    return [...this.#sockets].filter((socket) => socket.client === client);
  }
}
