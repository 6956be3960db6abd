/** A WebSocket to the scripted server, as the core uses it. */
export class FakeSocket {
  onopen = null;
  onmessage = null;
  onclose = null;
  channels = new Set();
  received = [];
  user = null;
  #state = 'connecting';

  constructor(client, url, protocols) {
    this.client = client;
    client.urls.push(url);
    client.window.streams += 1;
    client.sockets.add(this);
    queueMicrotask(() => queueMicrotask(() => this.#open(url, protocols)));
  }

  send(text) {
    if (this.#state !== 'open') throw new Error('the socket is not open');
    this.client.window.sent.push(JSON.parse(text));
    queueMicrotask(() => this.#state === 'open' && this.client.world.server.log.sent(this, text));
  }

  close(code = 1000) {
    if (this.#state !== 'closed') this.end(code, '');
  }

  /** A message of the server. */
  receive(text) {
    this.received.push(text);
    queueMicrotask(() => this.#state === 'open' && this.onmessage?.(text));
  }

  end(code, reason) {
    if (this.#state === 'closed') return;
    this.vanish();
    queueMicrotask(() => this.onclose?.(code, reason));
  }

  /** Without a word to the client: the app has ended. */
  vanish() {
    this.#state = 'closed';
    this.client.sockets.delete(this);
    this.client.world.server.log.closed(this);
  }

  #open(url, protocols) {
    if (this.#state !== 'connecting') return;
    const { client } = this;
    const { server } = client.world;
    if (!client.isOnline || client.isServerDown || client.isStreamRefused) return this.end(1006, '');
    try {
      const ticket = new URL(url).searchParams.get('ticket');
      const bearer = protocols.find((name) => name.startsWith('bearer.'))?.slice('bearer.'.length);
      this.user = ticket ? server.sessions.redeem(ticket) : server.sessions.userOf(bearer);
    } catch {
      return this.end(1006, '');
    }
    if (!this.user || !server.hasInbox || !protocols.includes('peal.v1')) return this.end(1006, '');
    this.#state = 'open';
    server.log.opened(this);
    this.onopen?.();
  }
}
