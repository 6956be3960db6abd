import config from '../../../conformance/apps/gss/client-config.json';
import preferences from '../../../conformance/apps/gss/preferences.json';
import { createPeal } from '../../src/core/index.js';
import type { PealClient } from '../../src/core/PealClient.js';
import type { Store } from '../../src/core/createStore.js';
import { FakePlatform, tokenOf } from '../core/FakePlatform.js';

const row = {
  id: 'ntf_1', userId: 'ana', category: 'kudos', title: 'Dana sent you kudos', body: '', data: {}, channels: ['in-app'], status: 'delivered',
  priority: 'normal', createdAt: '2026-11-20T09:00:00Z', type: 'kudos', link: '/kudos', alert: false, why: 'You have kudos switched on.',
};
const board = {
  eventId: 'e1', etaOpen: true, remindersSent: true, version: 1, startsAt: '2026-11-20T11:00:00Z', opensAt: '2026-11-20T09:00:00Z',
  clearsAt: '2026-11-20T11:30:00Z', participants: [],
  summary: { onTime: 0, runningLate: 0, cantMakeIt: 0, noResponse: 0, text: 'Nobody has replied yet' },
};

/** The app `gss` with one unread notification, without a network: a client of the real core, and how many listen to its stores. */
export async function realClient() {
  const fake = new FakePlatform();
  fake.answer = ({ path }) => {
    if (path.startsWith('/client-config')) return { status: 200, body: config };
    if (path.includes('notification-preferences')) return { status: 200, body: { ...preferences, mutes: [], version: 1, enabledCount: 6 } };
    if (path.startsWith('/notifications')) {
      return { status: 200, body: { items: [row], nextCursor: null, unreadCount: 1, unseenCount: 1, badge: { count: 1, version: 1 } } };
    }
    return path.includes('/eta') ? { status: 200, body: board } : { status: 404, body: { code: 'not-found', detail: '' } };
  };
  const token = tokenOf('ana');
  const platform = fake.platform({ push: undefined });
  const client = createPeal({ app: 'gss', baseUrl: 'https://peal.example', platform, token: async () => token });
  let listeners = 0;
  for (const store of storesOf(client)) {
    const { subscribe } = store;
    (store as { subscribe: typeof subscribe }).subscribe = (listener) => {
      const end = subscribe.call(store, listener);
      listeners += 1;
      return () => {
        listeners -= 1;
        end();
      };
    };
  }
  await client.start();
  const start = listeners;
  return { client, fake, listeners: () => listeners - start };
}

function storesOf({ config: catalog, outbox, live, devices, permission, preferences: own, inbox, foreground }: PealClient): Store<unknown>[] {
  return [catalog, outbox, live.mode, devices.state, permission.view, own.view, inbox.view, inbox.tabs, foreground.banners];
}
