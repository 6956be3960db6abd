import type { HttpRequest } from './platform.js';

/**
 * Who asks: the signed-in user, this device by its key, nobody, the token of one action, or a user who has signed out (`bearer`,
 * their token). `either`: the user if one is signed in and the token is accepted, else the device; the device first while the app
 * has no screen.
 */
export type Credential = 'session' | 'device' | 'either' | 'none' | { readonly action: string } | { readonly bearer: string };

export interface ApiRequest {
  readonly method: HttpRequest['method'];
  /** Below `/api/v1`, encoded, such as `/notifications/seen`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
  /** `session` unless said otherwise. */
  readonly as?: Credential;
  /** The `ETag` of what is known: the answer is 304 while it holds. */
  readonly etag?: string | null;
}

export interface ApiResponse<T> {
  readonly status: number;
  /** The parsed JSON; `null` for 204, 304 and an empty body. */
  readonly body: T;
  readonly etag: string | null;
}

/** Calls Peal. Every failure is a `PealError`; 304 is an answer. */
export interface Api {
  send<T = unknown>(request: ApiRequest): Promise<ApiResponse<T>>;
  /** The user's token that was used last, to sign out with; in memory only. */
  lastToken(): string | null;
}
