import type { Core } from '../Context.js';
import { createStore } from '../createStore.js';
import type { ClientConfig } from '../model/ClientConfig.js';
import { PealError } from '../PealError.js';
import type { ConfigStore } from './ConfigStore.js';

interface Stored {
  readonly etag: string | null;
  readonly value: ClientConfig;
}

const name = 'config';

const isConfig = (value: ClientConfig | null): boolean => !!value && !!value.permission && !!value.links;

/**
 * `GET /client-config`, cached: the public part before sign-in, all of it for a user. Read again when `sync` names another
 * version.
 */
export function createConfig({ api, log, options, storage, user, hooks }: Omit<Core, 'config' | 'client'>): ConfigStore {
  const store = createStore<ClientConfig | null>(null);
  let etag: string | null = null;
  let loading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const { app, locale } = options;
    const whose = user.get();
    try {
      // The tag is of the content: the one of the public part does not fit a user's.
      const answer = await api.send<ClientConfig>({
        method: 'GET', path: '/client-config', query: { app, locale }, as: whose === null ? 'none' : 'session', etag,
      });
      if (answer.status === 304 || user.get() !== whose) return;
      if (!isConfig(answer.body)) throw new PealError('malformed', '');
      etag = answer.etag;
      store.set(answer.body);
      await storage.app.write(name, { etag, value: answer.body });
    } catch (error) {
      log('config.failed', { code: (error as PealError).code });
    }
  }

  function load(): Promise<void> {
    loading = loading || read().then(() => {
      loading = null;
    });
    return loading;
  }

  hooks.synced.on(async ({ configVersion }) => {
    const config = store.get();
    if (!config || configVersion !== config.catalogVersion) await load();
  });

  return {
    ...store,
    load,
    async start() {
      const stored = await storage.app.read<Stored>(name);
      if (!stored || store.get() || !isConfig(stored.value)) return;
      etag = stored.etag;
      store.set(stored.value);
    },
  };
}
