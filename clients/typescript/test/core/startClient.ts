import type { PealClient } from '../../src/core/index.js';
import { createPeal } from '../../src/core/index.js';
import type { Platform } from '../../src/core/platform.js';
import { settled } from './FakeClock.js';
import { FakeInboxServer } from './FakeInboxServer.js';
import { FakePlatform, tokenOf } from './FakePlatform.js';

export interface Started {
  readonly client: PealClient;
  readonly server: FakeInboxServer;
  readonly device: FakePlatform;
  /** Refused tokens are counted. */
  readonly tokens: { refused: number; user: string | null };
}

interface Options {
  readonly server?: FakeInboxServer;
  readonly device?: FakePlatform;
  readonly platform?: Partial<Platform>;
}

/** A client of the user `ann` with its server, before `start`. */
export function makeClient(options: Options = {}): Started {
  const server = options.server || new FakeInboxServer();
  const device = options.device || new FakePlatform();
  if (!options.device) device.push.endpoint = null;
  device.answer = server.answer;
  const tokens = { refused: 0, user: 'ann' as string | null };
  const client = createPeal({
    app: 'gss', baseUrl: 'https://peal.example', platform: device.platform({ connect: server.connect, ...options.platform }),
    token: async (isRefused) => {
      if (isRefused) tokens.refused++;
      return tokens.user === null ? null : tokenOf(tokens.user);
    }
  });
  return { client, server, device, tokens };
}

export async function startClient(options: Parameters<typeof makeClient>[0] & { fill?: (server: FakeInboxServer) =>
  void } = {}): Promise<Started> {
  const made = makeClient(options);
  options.fill?.(made.server);
  await made.client.start();
  await settled();
  return made;
}
