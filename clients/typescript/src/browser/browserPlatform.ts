import type { Http, Network, Platform, Socket, Storage } from '../core/platform.js';
import type { SharedStorage } from './indexedStorage.js';
import { shareStream } from './tabs/shareStream.js';

const longestRequest = 30_000;
// Browsers bound what outlives its page to 64 KiB in total.
const smallBody = 4096;

/** `fetch` without cookies. A small change is sent to its end although its page closes. */
const http: Http = async ({ method, url, headers, body }) => {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), longestRequest);
  try {
    const response = await fetch(url, {
      method, headers, body, credentials: 'omit', cache: 'no-store', signal: abort.signal,
      keepalive: method !== 'GET' && (body || '').length < smallBody
    });
    return { status: response.status, header: name => response.headers.get(name), body: await response.text() };
  } finally {
    clearTimeout(timer);
  }
};

/** A WebSocket in the form that the core uses. */
function connect(url: string, protocols: readonly string[]): Socket {
  const web = new WebSocket(url, [...protocols]);
  const socket: Socket = {
    onopen: null, onmessage: null, onclose: null,
    send: text => web.send(text),
    close: code => web.close(code)
  };
  web.onopen = () => socket.onopen?.();
  web.onmessage = ({ data }) => { if (typeof data === 'string') socket.onmessage?.(data); };
  web.onclose = ({ code, reason }) => socket.onclose?.(code, reason);
  return socket;
}

const network: Network = {
  isOnline: () => navigator.onLine,
  onChange(callback) {
    const [online, offline] = [() => callback(true), () => callback(false)];
    addEventListener('online', online);
    addEventListener('offline', offline);
    return () => {
      removeEventListener('online', online);
      removeEventListener('offline', offline);
    };
  }
};

/** A tab of a browser without the Web Locks API, as of a page without HTTPS, is alone, as far as it knows. */
function lock(): Platform['lock'] {
  const { locks } = navigator as unknown as { locks?: { request<T>(name: string, work: () => Promise<T>): Promise<T> } };
  return locks && ((name, work) => locks.request(name, work));
}

/** The tab's own, over its pages; without it (blocked by the user's settings), as long as the page. */
function session(): Storage {
  const memory = new Map<string, string>();
  const use = <T>(storage: () => T, otherwise: () => T): Promise<T> => {
    try {
      return Promise.resolve(storage());
    } catch {
      return Promise.resolve(otherwise());
    }
  };
  return {
    get: key => use(() => sessionStorage.getItem(key), () => memory.get(key) ?? null),
    set: (key, value) => use(() => sessionStorage.setItem(key, value), () => void memory.set(key, value)),
    remove: key => use(() => sessionStorage.removeItem(key), () => void memory.delete(key))
  };
}

/** What a browser provides to the core. */
export function browserPlatform(storage: SharedStorage, push: Platform['push'], log: Platform['log'], now = Date.now): Platform {
  return {
    http, connect, storage, session: session(), network, push, log,
    lock: lock(),
    isVisible: () => document.visibilityState === 'visible',
    share: (name, open) => shareStream(name, open),
    clock: {
      now,
      after(milliseconds, callback) {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      }
    },
    random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32
  };
}
