import type { Api, ApiRequest, ApiResponse } from './HttpApi.js';
import { PealError } from './PealError.js';
import type { PealOptions } from './PealClient.js';
import type { HttpResponse } from './platform.js';
import type { Store } from './store.js';
import { subjectOf } from './subjectOf.js';

/** What requests need to know of the client. */
export interface ApiContext {
  readonly options: PealOptions;
  /** Resolves when it is known who is signed in. */
  readonly ready: Promise<void>;
  readonly user: Store<string | null>;
  readonly device: () => { readonly id: string; readonly key: string | null } | null;
  /** The app's token belongs to another user than the one who was signed in. */
  readonly otherUser: () => void;
}

const unauthenticated = (): PealError => new PealError('unauthenticated', '', 401);

function parse(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return undefined;
  }
}

export function createApi({ options, ready, user, device, otherUser }: ApiContext): Api {
  const { http, clock } = options.platform;
  const base = options.baseUrl.replace(/\/+$/, '') + '/api/v1';
  let last: string | null = null;
  let refreshed: Promise<string | null> | null = null;

  /** Several requests that are refused together ask for one new token. */
  async function token(isRefused: boolean): Promise<string | null> {
    try {
      if (!isRefused) return await options.token(false);
      refreshed = refreshed || options.token(true);
      return await refreshed;
    } catch {
      throw new PealError('network', '');
    } finally {
      if (isRefused) refreshed = null;
    }
  }

  async function bearer(isRefused: boolean): Promise<string> {
    if (user.get() === null) throw unauthenticated();
    const value = await token(isRefused);
    if (!value) throw unauthenticated();
    if (subjectOf(value) !== user.get()) {
      otherUser();
      throw unauthenticated();
    }
    last = value;
    return 'Bearer ' + value;
  }

  function deviceCredential(): string {
    const known = device();
    if (!known || !known.key) throw unauthenticated();
    return `Peal-Device ${known.id}:${known.key}`;
  }

  function failure(response: HttpResponse): PealError {
    const { status } = response;
    const problem = (parse(response.body) || {}) as { code?: unknown; detail?: unknown; title?: unknown };
    const wait = response.header('Retry-After');
    const milliseconds = wait === null ? NaN : /^\d+$/.test(wait) ? Number(wait) * 1000 : Date.parse(wait) - clock.now();
    return new PealError(
      typeof problem.code === 'string' ? problem.code : 'http',
      String(problem.detail || problem.title || ''),
      status,
      milliseconds >= 0 ? milliseconds : null,
    );
  }

  async function attempt(request: ApiRequest, authorization: string | null): Promise<HttpResponse> {
    const { method, path, query, body, etag } = request;
    const headers: Record<string, string> = {};
    if (authorization) headers['Authorization'] = authorization;
    if (etag) headers['If-None-Match'] = etag;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (method !== 'GET') {
      headers['Peal-Client-Time'] = new Date(clock.now()).toISOString();
      const known = device();
      // The device that the user acts on gets no silent push of its own change.
      if (known && path.startsWith('/notifications')) headers['Peal-Device'] = known.id;
    }
    const search = Object.entries(query || {})
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => name + '=' + encodeURIComponent(String(value)))
      .join('&');
    try {
      return await http({
        method,
        url: base + path + (search && '?' + search),
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch {
      throw new PealError('network', '');
    }
  }

  async function asSession(request: ApiRequest): Promise<HttpResponse> {
    await ready;
    const before = user.get();
    let response = await attempt(request, await bearer(false));
    if (response.status === 401) response = await attempt(request, await bearer(true));
    // Signed out in the meantime: the answer is not for the next user.
    if (user.get() !== before) throw unauthenticated();
    return response;
  }

  async function answer(request: ApiRequest): Promise<HttpResponse> {
    const as = request.as || 'session';
    if (as === 'none') return attempt(request, null);
    if (as === 'device') return attempt(request, deviceCredential());
    if (typeof as === 'object') return attempt(request, 'action' in as ? 'Peal-Action ' + as.action : 'Bearer ' + as.bearer);
    if (as === 'session') return asSession(request);
    await ready;
    try {
      const response = await asSession(request);
      if (response.status !== 401 || !device()?.key) return response;
    } catch (error) {
      if (!(error instanceof PealError) || error.status !== 401) throw error;
    }
    return attempt(request, deviceCredential());
  }

  user.subscribe(() => {
    last = null;
  });
  return {
    lastToken: () => last,
    async send<T>(request: ApiRequest): Promise<ApiResponse<T>> {
      const response = await answer(request);
      const { status } = response;
      const isUnchanged = status === 304;
      if (status >= 400) throw failure(response);
      const body = isUnchanged ? null : parse(response.body);
      // A page of a network's login, or of a broken proxy, is not an answer of Peal.
      if (body === undefined || (!isUnchanged && (status < 200 || status >= 300))) throw new PealError('network', '');
      return { status, body: body as T, etag: response.header('ETag') };
    },
  };
}
