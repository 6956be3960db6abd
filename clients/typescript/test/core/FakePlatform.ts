import type { HttpRequest, HttpResponse, PermissionState, Platform, Push, PushAddress,
  Storage } from '../../src/core/platform.js';
import { FakeClock } from './FakeClock.js';

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface Sent extends HttpRequest {
  /** Below `/api/v1`. */
  readonly path: string;
  readonly json: any;
  readonly authorization: string | undefined;
}

export class MemoryStorage implements Storage {
  readonly values = new Map<string, string>();
  /** Makes every write fail, as a full disk does. */
  isFull = false;

  get = async (key: string): Promise<string | null> => this.values.get(key) ?? null;
  set = async (key: string, value: string): Promise<void> => {
    if (this.isFull) throw new Error('QuotaExceededError');
    this.values.set(key, value);
  };
  remove = async (key: string): Promise<void> => void this.values.delete(key);
}

export class FakePush implements Push {
  state: PermissionState = 'granted';
  answer: PermissionState = 'granted';
  endpoint: string | null = 'token-1';
  asked = 0;
  shownIds: string[] = [];
  cleared: string[] = [];
  number: number | null = null;
  settings = 0;

  permission = async (): Promise<PermissionState> => this.state;
  request = async (): Promise<PermissionState> => {
    this.asked++;
    this.state = this.answer;
    return this.state;
  };
  address = async (): Promise<PushAddress> => {
    if (this.endpoint === null) throw new Error('no push service');
    return { provider: 'fcm', platform: 'android', token: this.endpoint };
  };
  remove = async (): Promise<void> => {
    this.endpoint = this.endpoint && this.endpoint + 'x';
  };
  shown = async (): Promise<string[]> => this.shownIds;
  clear = async (ids: readonly string[]): Promise<void> => {
    this.cleared.push(...ids);
    this.shownIds = this.shownIds.filter((id) => !ids.includes(id));
  };
  badge = async (count: number): Promise<void> => {
    this.number = count;
  };
  openSettings = (): void => void this.settings++;
}

let clients = 0;

/** A device without a browser: its clock, network and server are what the test makes of them. */
export class FakePlatform {
  readonly clock = new FakeClock();
  readonly storage: MemoryStorage;
  readonly push = new FakePush();
  readonly sent: Sent[] = [];
  readonly logged: { readonly event: string; readonly detail?: Record<string, unknown> }[] = [];
  readonly locks: string[] = [];
  answer: (request: Sent) => Answer | Promise<Answer> = () => ({ status: 200, body: {} });
  private isOn = true;
  private listeners = new Set<(isOnline: boolean) => void>();

  constructor(storage = new MemoryStorage()) {
    this.storage = storage;
  }

  get online(): boolean {
    return this.isOn;
  }

  set online(value: boolean) {
    this.isOn = value;
    for (const listener of [...this.listeners]) listener(value);
  }

  platform(changed: Partial<Platform> = {}): Platform {
    // The first number names the client; the others keep waits between tries in the middle.
    let name: number | null = (clients += 1);
    return {
      http: async (request) => {
        const path = request.url.replace(/^https:\/\/peal\.example\/api\/v1/, '');
        const sent = {
          ...request, path, json: request.body === undefined ? undefined : JSON.parse(request.body),
          authorization: request.headers['Authorization'],
        };
        this.sent.push(sent);
        if (!this.isOn) throw new Error('offline');
        const { status, body, headers = {} } = await this.answer(sent);
        const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
        const response: HttpResponse = {
          status,
          header: (name) => lower[name.toLowerCase()] ?? null,
          body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
        };
        return response;
      },
      storage: this.storage,
      clock: this.clock,
      network: {
        isOnline: () => this.isOn,
        onChange: (callback) => {
          this.listeners.add(callback);
          return () => void this.listeners.delete(callback);
        },
      },
      push: this.push,
      random: () => {
        const number = 0.5 + (name || 0) / 1e9;
        name = null;
        return number;
      },
      log: (event, detail) => void this.logged.push(detail ? { event, detail } : { event }),
      ...changed,
    };
  }

  /** `METHOD path` of what was sent, without queries. */
  get calls(): string[] {
    return this.sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
  }
}

const encode = (value: object): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bytes = [...unescape(encodeURIComponent(JSON.stringify(value)))].map((character) => character.charCodeAt(0));
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,6}/g) || []).map((six) => alphabet[parseInt(six.padEnd(6, '0'), 2)]).join('');
};

/** A token as a backend makes it; nobody here checks its signature. */
export const tokenOf = (sub: unknown, extra: object = {}): string =>
  `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub, aud: 'gss', exp: 4_000_000_000, ...extra })}.c2lnbmF0dXJl`;
