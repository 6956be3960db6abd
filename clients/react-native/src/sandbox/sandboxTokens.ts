import type { Http, Platform, PushAddress } from 'peal-core';
import { fetchHttp, openWebSocket } from '../network.js';
import type { ArrivedPush, Connectivity, PushAnswer, Store, Tokens } from '../ports.js';
import { realClock } from '../realClock.js';
import { payloadOf, type SandboxPush } from './payloadOf.js';

const longestWait = 15_000;
const firstWait = 500;

export interface SandboxOptions {
  /** Where the sandbox is for the emulator: `http://localhost:8080` after `adb reverse tcp:8080 tcp:8080`, and in the iOS simulator. */
  readonly url: string;
  readonly app: string;
  /** Who is signed in. */
  readonly user: () => string | null;
  readonly os: 'ios' | 'android';
  /** Whose bytes the phone gets; Firebase's without it. APNs reaches iOS alone. */
  readonly provider?: 'fcm' | 'expo' | 'apns';
  /** Keeps the phone over a start of the app, so that it gets what came meanwhile. */
  readonly storage: Store;
  /** Replaces what the runtime provides, for tests. */
  readonly platform?: Partial<Pick<Platform, 'http' | 'connect' | 'clock'>>;
}

export interface SandboxPhone {
  readonly tokens: Tokens;
  /** The sandbox's user takes the phone offline and online. */
  readonly connectivity: Connectivity;
  /** The sandbox's time; requests of a phone that is offline fail. */
  readonly platform: Pick<Platform, 'http' | 'clock'>;
  /** A token of the user, for an app that has no backend yet. */
  token(): Promise<string | null>;
  /** Whether the user has ended the app: it is not on the screen then, whatever the system says. */
  isKilled(): boolean;
  onLife(changed: () => void): () => void;
}

interface Made {
  readonly phoneId: string;
  /** The server's device of this address. */
  readonly deviceId: string;
  readonly token: string;
  readonly user: string;
}

interface State {
  readonly online: boolean;
  readonly running: boolean;
  readonly now: string;
}

/**
 * A virtual phone of a running sandbox in place of a push service: no account is needed, and an emulator gets the exact bytes that a
 * provider would have got. The app draws them by its own system screen. `phone({...expoPhone(…), ...sandboxTokens(…), …})`
 */
export function sandboxTokens(options: SandboxOptions): SandboxPhone {
  const { app, user, os, provider = 'fcm', storage } = options;
  const url = options.url.replace(/\/+$/, '');
  const clock = options.platform?.clock || realClock;
  const send = options.platform?.http || fetchHttp(clock);
  const connect = options.platform?.connect || openWebSocket;
  const key = `peal:${app}:sandbox`;
  const listeners = new Set<() => void>();
  const network = new Set<(isConnected: boolean) => void>();
  let arrived: ((push: ArrivedPush) => Promise<PushAnswer>) | null = null;
  let made: Made | null = null;
  let making: Promise<Made> | null = null;
  let state: State = { online: true, running: true, now: '' };
  let ahead = 0;
  let last = 0;
  let failures = 0;
  let close: (() => void) | null = null;

  const call = async <T = Record<string, string>>(method: 'GET' | 'POST', path: string, body?: object, jwt?: string): Promise<T> => {
    const headers = { ...(body ? { 'content-type': 'application/json' } : {}), ...(jwt ? { authorization: `Bearer ${jwt}` } : {}) };
    const answer = await send({ method, url: url + path, headers, body: body && JSON.stringify(body) });
    if (answer.status === 404) throw new Error(`${url} is not a sandbox that knows this: start one with "peal serve --sandbox"`);
    if (answer.status >= 300) throw new Error(`the sandbox answered ${answer.status} to ${method} ${path}`);
    return JSON.parse(answer.body) as T;
  };

  async function jwtOf(whose: string): Promise<string | undefined> {
    return (await call('POST', '/sandbox/tokens', { app, user: whose }))['jwt'];
  }

  /** A sandbox that was started again does not know the phone, or has given its name to another one. */
  async function isThere({ phoneId, deviceId, user: whose }: Made): Promise<boolean> {
    try {
      await call('GET', `/sandbox/phones/${phoneId}/screen`);
      const { items } = await call<{ readonly items: readonly { readonly id: string }[] }>('GET', '/api/v1/users/me/devices', undefined, await jwtOf(whose));
      return items.some(({ id }) => id === deviceId);
    } catch {
      return false;
    }
  }

  async function make(): Promise<Made> {
    const whose = user();
    if (whose === null) throw new Error('nobody is signed in');
    const stored = JSON.parse((await storage.get(key)) || 'null') as (Made & { last: number }) | null;
    if (stored && stored.user === whose && (await isThere(stored))) {
      last = stored.last;
      return stored;
    }
    const { phoneId = '', deviceId = '', token = '' } = await call('POST', '/sandbox/phones', { app, user: whose, provider, platform: os });
    last = 0;
    return { phoneId, deviceId, token, user: whose };
  }

  const keep = (): Promise<void> => storage.set(key, JSON.stringify({ ...made, last }));

  async function phone(): Promise<Made> {
    if (made && made.user === user()) return made;
    making = making || make();
    try {
      made = await making;
    } finally {
      making = null;
    }
    await keep();
    follow(made);
    return made;
  }

  function follow({ phoneId }: Made): void {
    if (close) close();
    const socket = connect(`${url.replace(/^http/, 'ws')}/sandbox/phones/${phoneId}/live?since=${last}`, []);
    let stop = (): void => undefined;
    close = () => {
      stop();
      socket.onclose = socket.onmessage = null;
      socket.close(1000);
      close = null;
    };
    socket.onmessage = (text) => {
      failures = 0;
      const frame = JSON.parse(text) as { readonly op: string } & Partial<State> & SandboxPush;
      if (frame.op === 'state') adopt(frame as State);
      if (frame.op === 'push' && frame.number > last) void take(frame);
    };
    socket.onclose = () => {
      stop = clock.after(Math.min(longestWait, firstWait * 2 ** failures++), () => {
        if (made) follow(made);
      });
    };
  }

  function adopt(next: State): void {
    const before = state;
    state = next;
    ahead = Date.parse(next.now) - clock.now();
    if (before.online !== next.online) network.forEach((changed) => changed(next.online));
    if (before.running !== next.running) listeners.forEach((changed) => changed());
  }

  async function take(push: SandboxPush): Promise<void> {
    last = push.number;
    // Where nothing can be stored, it comes again after a start of the app.
    await keep().catch(() => undefined);
    // No system draws anything here.
    if (arrived) await arrived({ payload: payloadOf(push), isDrawn: false, isAsked: false });
  }

  const http: Http = (request) => (state.online ? send(request) : Promise.reject(new TypeError('the sandbox has taken this phone offline')));

  return {
    tokens: {
      isSimulated: true,
      async get(): Promise<PushAddress> {
        const { token } = await phone();
        return { provider, platform: os, token };
      },
      onChange: () => () => undefined,
      async remove() {
        if (close) close();
        made = null;
        await storage.remove(key);
      },
      onPush(handler) {
        arrived = handler;
        return () => {
          arrived = null;
          if (close) close();
        };
      },
    },
    connectivity: {
      isConnected: () => state.online,
      onChange(changed) {
        network.add(changed);
        return () => void network.delete(changed);
      },
    },
    platform: { http, clock: { now: () => clock.now() + ahead, after: clock.after } },
    async token() {
      const whose = user();
      return whose === null ? null : (await jwtOf(whose)) || null;
    },
    isKilled: () => !state.running,
    onLife(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}
