// A client that belongs to its page: it stores nothing, and this browser is not a device of its user. `configure` would sign the
// whole browser in, which may be another user's phone (browser.html).

import { createPeal } from "/peal.js";
import { sandbox } from "./api.js";

const LONGEST = 30_000;

/** Starts a client as a user of the demo. `now` is the demo's time. */
export function startClient({ app, user, locale, timeZone, now }) {
  const platform = { http, connect, storage: memory(), network, clock: { now, after }, random: Math.random };
  const client = createPeal({ app, baseUrl: location.origin, platform, token: tokens(app, user), locale, timeZone });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") client.resumed().catch(() => undefined);
  });
  client.start().catch(() => undefined);
  return client;
}

/** One token until it is refused: tokens expire by the demo's time. */
function tokens(app, user) {
  let minted = null;
  return async (isRefused) => {
    if (isRefused) minted = null;
    minted ??= sandbox.token(app, user);
    try {
      return (await minted).jwt;
    } catch (error) {
      minted = null;
      throw error;
    }
  };
}

async function http({ url, ...request }) {
  const answer = await fetch(url, { ...request, credentials: "omit", cache: "no-store", signal: AbortSignal.timeout(LONGEST) });
  return { status: answer.status, header: (name) => answer.headers.get(name), body: await answer.text() };
}

function connect(url, protocols) {
  const web = new WebSocket(url, protocols);
  const socket = { send: (text) => web.send(text), close: (code) => web.close(code) };
  web.addEventListener("open", () => socket.onopen?.());
  web.addEventListener("message", ({ data }) => socket.onmessage?.(data));
  web.addEventListener("close", ({ code, reason }) => socket.onclose?.(code, reason));
  return socket;
}

function memory() {
  const texts = new Map();
  return {
    get: async (key) => texts.get(key) ?? null,
    set: async (key, text) => void texts.set(key, text),
    remove: async (key) => void texts.delete(key),
  };
}

const network = {
  isOnline: () => navigator.onLine,
  onChange(callback) {
    const changed = () => callback(navigator.onLine);
    for (const type of ["online", "offline"]) addEventListener(type, changed);
    return () => ["online", "offline"].forEach((type) => removeEventListener(type, changed));
  },
};

function after(milliseconds, callback) {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}
