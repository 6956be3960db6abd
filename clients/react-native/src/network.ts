import type { Http, Network, Platform } from 'peal-core';
import type { Connectivity } from './ports.js';

export interface PhoneNetwork {
  readonly network: Network;
  /** Sends requests; a failure says what the system did not know. */
  readonly http: Http;
  /** The app came to the screen: what the system says now may be from before, and back on it, also what it says next. */
  recheck(isBack: boolean): void;
}

/** So long after the app came back the system may be wrong, and so often a request is tried meanwhile. */
const longestUncertainty = 90_000;
const retryInterval = 10_000;

/**
 * The network of a phone. The system does not know at first, and iOS says "none" for up to a minute after the app came back: only
 * `false` counts, and a request is tried all the same, now and again. Without `connectivity` every request is tried.
 */
export function phoneNetwork(http: Http, clock: Platform['clock'], connectivity?: Connectivity): PhoneNetwork {
  const listeners = new Set<(isOnline: boolean) => void>();
  let isUncertain = true;
  let uncertainUntil = 0;
  let newsFrom = 0;
  let stopWaiting: (() => void) | null = null;
  const says = (): boolean => !connectivity || connectivity.isConnected() !== false;
  const isOnline = (): boolean => says() || isUncertain;
  let last = isOnline();
  let end: (() => void) | null = null;

  function tell(): void {
    const now = isOnline();
    if (now === last) return;
    last = now;
    listeners.forEach((listener) => listener(now));
  }

  function acceptOffline(): void {
    isUncertain = false;
    tell();
    if (clock.now() + retryInterval > uncertainUntil || stopWaiting) return;
    stopWaiting = clock.after(retryInterval, () => {
      stopWaiting = null;
      if (says()) return;
      isUncertain = true;
      tell();
    });
  }

  return {
    network: {
      isOnline,
      onChange(callback) {
        listeners.add(callback);
        end = end || (connectivity ? connectivity.onChange((isConnected) => {
          // The "none" that follows the app's return says nothing new.
          if (isConnected === false && clock.now() < newsFrom) return tell();
          // What was connected and is not any more is certain.
          if (isConnected !== null) isUncertain = false;
          if (stopWaiting) stopWaiting();
          stopWaiting = null;
          tell();
        }) : null);
        return () => {
          listeners.delete(callback);
          if (listeners.size > 0) return;
          if (end) end();
          end = null;
        };
      },
    },
    async http(request) {
      try {
        return await http(request);
      } catch (error) {
        if (!says()) acceptOffline();
        throw error;
      }
    },
    recheck(isBack) {
      isUncertain = true;
      newsFrom = isBack ? clock.now() + retryInterval : 0;
      uncertainUntil = clock.now() + longestUncertainty;
      tell();
    },
  };
}

/** @react-native-community/netinfo. */
export interface NetInfoLike {
  addEventListener(listener: (state: { readonly isConnected: boolean | null }) => void): () => void;
}

/** Whether there is a network, by NetInfo: `null` until the system knows. */
export function netInfo(module: NetInfoLike): Connectivity {
  let isConnected: boolean | null = null;
  const listeners = new Set<(isConnected: boolean | null) => void>();
  module.addEventListener((state) => {
    isConnected = state.isConnected;
    listeners.forEach((changed) => changed(isConnected));
  });
  return {
    isConnected: () => isConnected,
    onChange(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}

const longestRequest = 30_000;

/** `fetch` of React Native, without cookies. */
export const fetchHttp = (clock: Platform['clock']): Http => async ({ method, url, headers, body }) => {
  const abort = new AbortController();
  const cancel = clock.after(longestRequest, () => abort.abort());
  try {
    const response = await fetch(url, { method, headers, body, credentials: 'omit', cache: 'no-store', signal: abort.signal });
    return { status: response.status, header: (name) => response.headers.get(name), body: await response.text() };
  } finally {
    cancel();
  }
};

/** A WebSocket of React Native in the form that the core uses. */
export const openWebSocket: NonNullable<Platform['connect']> = (url, protocols) => {
  const web = new WebSocket(url, [...protocols]);
  const socket: ReturnType<NonNullable<Platform['connect']>> = {
    onopen: null, onmessage: null, onclose: null,
    send: (text) => web.send(text),
    close: (code) => web.close(code),
  };
  web.onopen = () => socket.onopen?.();
  web.onmessage = ({ data }) => { if (typeof data === 'string') socket.onmessage?.(data); };
  // React Native leaves both out where the connection was never made.
  web.onclose = ({ code = 1006, reason = '' }) => socket.onclose?.(code, reason);
  return socket;
};
