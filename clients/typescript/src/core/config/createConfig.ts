import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { ApiRequest } from '../HttpApi.js';
import type { ClientConfig } from '../model/ClientConfig.js';
import { PealError } from '../PealError.js';
import type { ConfigStore } from './ConfigStore.js';

interface Stored {
  /** Whose: the public part (`null`) and a user's have different ETags. */
  readonly user: string | null;
  readonly locale: string | null;
  readonly etag: string | null;
  readonly value: ClientConfig;
}

const name = 'config';

const isConfig = (value: ClientConfig | null | undefined): boolean =>
  !!value && typeof value.catalogVersion === 'number' && !!value.permission && !!value.links;

/** `GET /client-config`, cached: the public part before sign-in, all of it for a user. Read again when `sync` names a newer version. */
export function createConfig(core: Omit<Core, 'config' | 'client'>): ConfigStore {
  const { api, log, options, storage, user, hooks } = core;
  const store = createStore<ClientConfig | null>(null);
  let known: Stored | null = null;
  let loading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const whose = user.get();
    const locale = options.locale || null;
    const isSame = !!known && known.user === whose && known.locale === locale;
    const request: ApiRequest = {
      method: 'GET',
      path: '/client-config',
      query: { app: whose === null ? options.app : null, locale },
      as: whose === null ? 'none' : 'session',
      etag: isSame ? known!.etag : null,
    };
    try {
      const { status, body, etag } = await api.send<ClientConfig>(request);
      if (status === 304 || user.get() !== whose) return;
      if (!isConfig(body)) throw new PealError('malformed', 'client-config');
      known = { user: whose, locale, etag, value: body };
      store.set(body);
      await storage.app.write(name, known);
    } catch (error) {
      log('config.failed', { code: (error as PealError).code });
    }
  }

  hooks.session.on(async () => {
    if (known) return;
    const stored = await storage.app.read<Stored>(name);
    if (!stored || !isConfig(stored.value)) return;
    known = stored;
    store.set(stored.value);
  });
  hooks.synced.on(async ({ configVersion }) => {
    if (configVersion !== store.get()?.catalogVersion) await load();
  });

  function load(): Promise<void> {
    loading = loading || read().then(() => {
      loading = null;
    });
    return loading;
  }

  return { get: store.get, subscribe: store.subscribe, load };
}
