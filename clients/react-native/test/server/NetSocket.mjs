import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const constant = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A WebSocket as React Native has it, for a Node without one. */
export class NetSocket {
  static all = new Set();
  onopen = null;
  onmessage = null;
  onclose = null;
  #text = Buffer.alloc(0);
  #isOpen = false;

  constructor(url, protocols = []) {
    this.url = url;
    NetSocket.all.add(this);
    const { hostname, port, pathname, search } = new URL(url);
    const key = randomBytes(16).toString('base64');
    this.accept = createHash('sha1').update(key + constant).digest('base64');
    this.socket = connect(Number(port), hostname, () => this.socket.write([
      `GET ${pathname}${search} HTTP/1.1`, `Host: ${hostname}:${port}`, 'Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Key: ${key}`,
      'Sec-WebSocket-Version: 13', ...(protocols.length ? [`Sec-WebSocket-Protocol: ${protocols.join(', ')}`] : []), '', '',
    ].join('\r\n')));
    this.socket.on('data', (part) => this.#take(Buffer.concat([this.#text, part])));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => this.#end(1006, ''));
  }

  send(text) {
    this.#frame(1, Buffer.from(text));
  }

  close(code = 1000) {
    if (this.#isOpen) this.#frame(8, Buffer.from([code >> 8, code & 255]));
    this.socket.end();
  }

  /** The process has ended: nobody learns it. */
  vanish() {
    this.onopen = this.onmessage = this.onclose = null;
    this.socket.destroy();
  }

  #end(code, reason) {
    if (!NetSocket.all.delete(this)) return;
    this.onclose?.({ code, reason });
  }

  #take(bytes) {
    if (!this.#isOpen) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return void (this.#text = bytes);
      const head = bytes.subarray(0, end).toString();
      if (!head.startsWith('HTTP/1.1 101') || !head.includes(this.accept)) return this.socket.destroy();
      this.#isOpen = true;
      this.onopen?.({});
      bytes = bytes.subarray(end + 4);
    }
    for (;;) {
      const short = bytes[1] & 127;
      const start = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (bytes.length < start) break;
      const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
      if (bytes.length < start + length) break;
      this.#receive(bytes[0] & 15, bytes.subarray(start, start + length));
      bytes = bytes.subarray(start + length);
    }
    this.#text = bytes;
  }

  #receive(kind, content) {
    if (kind === 1) this.onmessage?.({ data: content.toString() });
    if (kind === 9) this.#frame(10, content);
    if (kind === 8) {
      this.#end(content.length > 1 ? content.readUInt16BE(0) : 1005, content.subarray(2).toString());
      this.socket.end();
    }
  }

  #frame(kind, content) {
    const mask = randomBytes(4);
    const { length } = content;
    const size = length < 126 ? [128 | length] : [128 | 126, length >> 8, length & 255];
    this.socket.write(Buffer.concat([Buffer.from([128 | kind, ...size]), mask, content.map((byte, index) => byte ^ mask[index % 4])]));
  }
}
