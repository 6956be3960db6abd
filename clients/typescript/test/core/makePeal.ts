import { createPeal } from '../../src/core/createPeal.js';
import type { Platform } from '../../src/core/platform.js';
import type { PealClient, PealOptions } from '../../src/core/PealClient.js';
import { FakePeal } from './FakePeal.js';
import { FakePlatform, MemoryStorage, tokenOf } from './FakePlatform.js';

export interface Made {
  readonly client: PealClient;
  readonly device: FakePlatform;
  readonly server: FakePeal;
  readonly session: { user: string | null; error: Error | null; asked: boolean[] };
}

/** A client with its device and server, before `start`. `ann` is signed in unless the test says otherwise. */
export function makePeal(
  options: {
    readonly storage?: MemoryStorage; readonly server?: FakePeal; readonly user?: string | null;
    readonly platform?: Partial<Platform>; readonly options?: Partial<PealOptions>; readonly push?: boolean;
  } = {},
): Made {
  const device = new FakePlatform(options.storage);
  const server = options.server || new FakePeal();
  device.answer = server.answer;
  const session = { user: options.user === undefined ? 'ann' : options.user, error: null as Error | null,
    asked: [] as boolean[] };
  const push = options.push === false ? { push: undefined as never } : {};
  const client = createPeal({
    app: 'gss', baseUrl: 'https://peal.example', platform: device.platform({ ...push, ...options.platform }),
    token: async (isRefused) => {
      session.asked.push(isRefused);
      if (session.error) throw session.error;
      return session.user === null ? null : tokenOf(session.user);
    },
    ...options.options,
  });
  return { client, device, server, session };
}

export async function startPeal(options: Parameters<typeof makePeal>[0] = {}): Promise<Made> {
  const made = makePeal(options);
  await made.client.start();
  return made;
}
