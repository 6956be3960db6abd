import type { Api, ApiRequest, ApiResponse } from './HttpApi.js';
import { PealError } from './PealError.js';
import type { PealOptions } from './PealClient.js';
import type { HttpResponse } from './platform.js';
import type { Store } from './createStore.js';
import { subjectOf } from './subjectOf.js';

/** What requests need to know of the client. */
export interface ApiContext {
  readonly options: PealOptions;
  readonly log: (event: string, detail: Record<string, unknown>) => void;
  /** Resolves when it is known who is signed in. */
  readonly ready: Promise<void>;
  readonly user: Store<string | null>;
  readonly device: () => { readonly id: string; readonly key: string | null } | null;
  /** Whether the app has a screen now: without one there is little time, and the app's session may take all of it. */
  readonly isActive: () => boolean;
  /** The app's token belongs to another user than the one who was signed in. */
  readonly otherUser: () => void;
}

const unauthenticated = (): PealError => new PealError('unauthenticated', '', 401);

/** Why nothing was sent where the app could not be asked for its token: another credential may be at hand. */
export const noToken = 'the app gave no token';

const networkError = (): PealError => new PealError('network', '');

/** `undefined` when it is not JSON. */
function parse(text: string): any {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return undefined;
  }
}

export function createApi({ options, log, ready, user, device, isActive, otherUser }: ApiContext): Api {
  const { http, clock } = options.platform;
  let last: string | null = null;
  let refreshing: Promise<string | null> | null = null;

  /** Requests that are refused together ask for one new token. */
  async function token(isRefused: boolean): Promise<string | null> {
    if (!isRefused) return options.token(false);
    const end = (): void => {
      refreshing = null;
    };
    if (!refreshing) {
      refreshing = options.token(true);
      refreshing.then(end, end);
    }
    return refreshing;
  }

  async function bearer(isRefused: boolean): Promise<string> {
    const whose = user.get();
    if (whose === null) throw unauthenticated();
    const value = await token(isRefused).catch(() => {
      throw new PealError('network', noToken);
    });
    if (!value) throw unauthenticated();
    if (subjectOf(value) !== whose) {
      otherUser();
      throw unauthenticated();
    }
    last = value;
    return 'Bearer ' + value;
  }

  function failure({ status, header, body }: HttpResponse): PealError {
    const { code, detail, title } = parse(body) || ({} as Record<string, unknown>);
    const wait = header('Retry-After');
    const milliseconds = /^\d+$/.test(wait || '') ? Number(wait) * 1000 : Date.parse(wait || '') - clock.now();
    return new PealError(String(code || 'http'), String(detail || title || ''), status, milliseconds >= 0 ? milliseconds : null);
  }

  async function attempt({ method, path, query, body, etag }: ApiRequest, authorization?: string): Promise<HttpResponse> {
    const headers: Record<string, string> = {};
    if (authorization) headers.Authorization = authorization;
    if (etag) headers['If-None-Match'] = etag;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (method !== 'GET') {
      headers['Peal-Client-Time'] = new Date(clock.now()).toISOString();
      const known = device();
      // The device that the user acts on gets no silent push of its own change.
      if (known && /^\/notifications/.test(path)) headers['Peal-Device'] = known.id;
    }
    const search = Object.entries(query || {})
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => name + '=' + encodeURIComponent(String(value)))
      .join('&');
    const url = options.baseUrl.replace(/\/$/, '') + '/api/v1' + path + (search && '?' + search);
    try {
      return await http({ method, url, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    } catch {
      throw networkError();
    }
  }

  async function asUser(request: ApiRequest): Promise<HttpResponse> {
    await ready;
    const before = user.get();
    let response = await attempt(request, await bearer(false));
    if (response.status === 401) response = await attempt(request, await bearer(true));
    // With a new token as well: the app has to change how it makes them.
    if (response.status === 401) log('token.refused', { reason: failure(response).message });
    // Signed out in the meantime: the answer is not for the next user.
    if (user.get() !== before) throw unauthenticated();
    return response;
  }

  async function answer(request: ApiRequest): Promise<HttpResponse> {
    const { as = 'session' } = request;
    if (as === 'none') return attempt(request);
    if (typeof as === 'object') return attempt(request, 'action' in as ? 'Peal-Action ' + as.action : 'Bearer ' + as.bearer);
    const known = device();
    const byKey = known && known.key && as !== 'session'
      ? () => attempt(request, `Peal-Device ${known.id}:${known.key}`)
      : null;
    if (as === 'device') {
      if (!byKey) throw unauthenticated();
      return byKey();
    }
    if (byKey && !isActive()) {
      const response = await byKey();
      if (response.status !== 401) return response;
    }
    try {
      const response = await asUser(request);
      if (response.status !== 401 || !byKey || !isActive()) return response;
    } catch (error) {
      const { status, message } = error as PealError;
      if (!byKey || !isActive() || (status !== 401 && message !== noToken)) throw error;
    }
    return byKey();
  }

  user.subscribe(() => {
    last = null;
  });
  return {
    lastToken: () => last,
    async send<T>(request: ApiRequest): Promise<ApiResponse<T>> {
      const response = await answer(request);
      const { status } = response;
      if (status >= 400) throw failure(response);
      const body = status === 304 ? null : parse(response.body);
      // A page of a network's login, or of a broken proxy, is not an answer of Peal.
      if (body === undefined || (status >= 300 && status !== 304)) throw networkError();
      return { status, body, etag: response.header('ETag') };
    },
  };
}
