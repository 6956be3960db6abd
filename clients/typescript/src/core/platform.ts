import type { OpenStream } from './live/Stream.js';

/** What a runtime provides to the core: a browser, a service worker, React Native or a test. The core reaches nothing else. */
export interface Platform {
  readonly http: Http;
  /** Opens a WebSocket; without it, the client polls. */
  readonly connect?: (url: string, protocols: readonly string[]) => Socket;
  readonly storage: Storage;
  /**
   * The same for as long as the user's session lasts (a browser's tab, over its pages). Without it, a session is the life of
   * one client.
   */
  readonly session?: Storage;
  readonly clock: Clock;
  readonly network: Network;
  /**
   * Runs work while no other tab or worker of the app runs work of this name. Needed where several share the storage;
   * without it each is alone. Each client holds a lock of its own until it is stopped, and the end of its tab has to free it:
   * then another one sends what it left.
   */
  readonly lock?: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Lets one stream serve all instances of the app on this device, such as tabs; `name` is the app's and user's. */
  readonly share?: (name: string, open: OpenStream) => OpenStream;
  /** The system's notifications; absent where there are none. */
  readonly push?: Push;
  /** Whether the user sees the app now; without it, always. */
  readonly isVisible?: () => boolean;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Receives what is worth a line in a log, never a token or a text of a notification. */
  readonly log?: (event: string, detail?: Record<string, unknown>) => void;
}

/** Sends one request. Rejects only when no response arrived. */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

export interface HttpRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Looks up a header; names are case-insensitive. */
  readonly header: (name: string) => string | null;
  readonly body: string;
}

/** A WebSocket as the core uses it. The core sets the handlers right after `connect`. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((text: string) => void) | null;
  onclose: ((code: number, reason: string) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

/** Texts by key that survive a restart. */
export interface Storage {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after some milliseconds; the answer cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

export interface Network {
  isOnline(): boolean;
  /** Calls back when the network comes or goes; the answer ends it. */
  onChange(callback: (isOnline: boolean) => void): () => void;
}

export type PermissionState = 'granted' | 'provisional' | 'denied' | 'not-determined';

/** Where pushes reach this device: what `POST /users/me/devices/push` takes. */
export interface PushAddress {
  readonly provider: 'apns' | 'fcm' | 'expo' | 'webpush';
  readonly platform: 'ios' | 'android' | 'web';
  readonly token?: string;
  readonly subscription?: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };
  readonly environment?: string;
}

/** A notification on the system's screen: its id, the tag under which it is shown where the id cannot be read, or both. */
export interface ShownPush {
  readonly id?: string;
  readonly tag?: string;
}

/** The system's notifications of this device. */
export interface Push {
  /** What every device of this kind can do, such as `{draws: 'granted'}`: it draws FCM's data messages itself. */
  readonly capabilities?: Readonly<Record<string, string>>;
  permission(): Promise<PermissionState>;
  /** Shows the system's prompt. */
  request(): Promise<PermissionState>;
  /** The address, made when there is none yet. Rejects when the system refuses. */
  address(options: { readonly vapidKey?: string }): Promise<PushAddress>;
  /** Ends the address, on sign-out. */
  remove(): Promise<void>;
  /** Opens the system's settings; absent where an app cannot. */
  openSettings?(): void;
  /** The notifications that the system shows now: their ids, or what is known of them. */
  shown?(): Promise<readonly (string | ShownPush)[]>;
  /** Removes notifications from the screen: those with these ids, and those that are shown under these tags. */
  clear?(ids: readonly string[], tags: readonly string[]): Promise<void>;
  /** Shows the number on the app's icon; 0 removes it. */
  badge?(count: number): Promise<void>;
  /** Shows a notification of the app itself, such as the confirmation of a quick reply. */
  confirm?(text: string): Promise<void>;
}
