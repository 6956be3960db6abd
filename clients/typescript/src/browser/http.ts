import type { Http } from '../core/platform.js';

const longest = 30_000;
// Browsers bound what outlives its page to 64 KiB in total.
const smallBody = 4096;

/** `fetch` without cookies. A small change is sent to its end although its page closes. */
export const http: Http = async ({ method, url, headers, body }) => {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), longest);
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
