// What the runner of the scenarios takes from Node and an engine alone has not. The bundle of the runner has these in place of its
// globals, so that the core, a script of its own, gets nothing of them.
import { files } from 'scenario-data';

const immediates = [];

export const setImmediate = (work) => void immediates.push(work);
export const queueMicrotask = (work) => void Promise.resolve().then(work);
export const structuredClone = (value) => JSON.parse(JSON.stringify(value));

const listeners = new Set();
export const process = { on: (_, listener) => listeners.add(listener), off: (_, listener) => listeners.delete(listener) };
globalThis.setUnhandledRejectionCallback((_, error) => listeners.forEach((listener) => listener(error)));

/** Runs what waits, one immediate per empty queue of microtasks, as Node does; answers when nothing is left. */
export function drain() {
  for (;;) {
    globalThis.drainMicrotasks();
    const next = immediates.shift();
    if (!next) return;
    next();
  }
}

class SearchParams {
  constructor(query) {
    const read = (text) => decodeURIComponent(text.replace(/\+/g, ' '));
    this.pairs = query.split('&').filter(Boolean).map((pair) => pair.split(/=(.*)/s).slice(0, 2)).map(([name, value = '']) => [read(name), read(value)]);
  }

  get(name) {
    return this.pairs.find(([one]) => one === name)?.[1] ?? null;
  }

  [Symbol.iterator]() {
    return this.pairs[Symbol.iterator]();
  }
}

export class URL {
  constructor(text, base = '') {
    this.href = /^\w+:/.test(text) ? text : base + text;
    const parts = /^\w+:(?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/.exec(this.href);
    if (!parts) throw new TypeError(`Invalid URL: ${text}`);
    this.pathname = parts[1] || '/';
    this.searchParams = new SearchParams(parts[2] ?? '');
  }

  toString() {
    return this.href;
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export class Buffer {
  static from(text, encoding) {
    const bytes = (bits) => (bits.match(/.{8}/g) ?? []).map((byte) => '%' + parseInt(byte, 2).toString(16).padStart(2, '0')).join('');
    const bits = (code, width) => code.toString(2).padStart(width, '0');
    const decoded = () => decodeURIComponent(bytes([...text].map((one) => bits(alphabet.indexOf(one), 6)).join('')));
    return Object.assign(new Buffer(), { text: encoding === 'base64url' ? decoded() : text });
  }

  toString(encoding) {
    if (encoding !== 'base64url') return this.text;
    const bytes = encodeURIComponent(this.text).match(/%..|./g).map((one) => (one[1] ? parseInt(one.slice(1), 16) : one.charCodeAt(0)));
    const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
    return bits.match(/.{1,6}/g).map((one) => alphabet[parseInt(one.padEnd(6, '0'), 2)]).join('');
  }
}

export function readFileSync(url) {
  const name = Object.keys(files).find((one) => String(url).endsWith(one));
  if (!name) throw new Error(`no file ${url}`);
  return files[name];
}
