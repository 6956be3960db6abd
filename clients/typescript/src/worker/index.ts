/// <reference lib="webworker" />
import type { ToWorker } from './messages.js';
import { handOver, openPages, tell } from './pages.js';
import type { Push } from './readPush.js';
import { readPush } from './readPush.js';
import { renewSubscription } from './renewSubscription.js';
import { perform } from './showPush.js';
import { showReply } from './showReply.js';
import { showUnreadable, isShownElsewhere, withdraws } from './showUnreadable.js';
import { syncDevice } from './syncDevice.js';
import { takeClick } from './takeClick.js';
import type { WorkerContext } from './WorkerContext.js';
import { log, readContext } from './WorkerContext.js';
import { flush, report } from './WorkerOutbox.js';

declare const self: ServiceWorkerGlobalScope;

/** Handles an event. One that fails is logged: a rejection would only end up in the browser. */
const handle = (event: ExtendableEvent, work: (context: WorkerContext) => Promise<unknown>): void =>
  event.waitUntil(readContext(self).then(work).catch(error => log('worker.failed', { event: event.type, error: String(error) })));

const sendAll = (context: WorkerContext): Promise<boolean> => flush(context, showReply(context));

/** Sends what waits; what is kept back is tried again by Background Sync, where there is one, or with the next event. */
async function send(context: WorkerContext): Promise<void> {
  const { sync } = self.registration as unknown as { sync?: { register(tag: string): Promise<void> } };
  if (await sendAll(context)) await sync?.register('peal').catch(() => undefined);
}

// A worker file of the app's own decides by itself when it takes over: this script may be one of several in it.
self.addEventListener('install', () => {
  if (self.location.pathname.endsWith('/peal-sw.js')) void self.skipWaiting();
});

self.addEventListener('push', event => {
  const push = readPush(event.data);
  if (!push) {
    if (!withdraws(self.navigator.userAgent)) return;
    const isShown = isShownElsewhere(self);
    handle(event, async context => await isShown || discard(context, null));
    return;
  }
  // It is ours: no other listener shows it a second time.
  event.stopImmediatePropagation();
  handle(event, context => take(context, push));
});

async function take(context: WorkerContext, push: Push): Promise<void> {
  if (push.status !== 'ok') {
    // A later version's is none of this worker's business, where nothing is at stake.
    if (push.status === 'malformed' || withdraws(context.scope.navigator.userAgent)) await discard(context, push.id);
    return;
  }
  await perform(context, push);
  if (push.peal.id && /show|sync/.test(push.peal.op)) await report(context, push.peal.id, 'received');
  if (push.peal.op === 'sync') await syncDevice(context);
  await send(context);
}

/** What cannot be read is claimed in the audit as malformed by the next page: a device's key may not (R149). */
async function discard(context: WorkerContext, id: string | null): Promise<void> {
  if (withdraws(context.scope.navigator.userAgent)) await showUnreadable(context);
  log('push.malformed', { id });
  const message = { peal: 'push', payload: { peal: { id } } } as const;
  const [page] = await openPages(context);
  if (!page || !await tell(context, page, message)) await handOver(context, message);
  await send(context);
}

self.addEventListener('notificationclick', event => {
  const { notification, action } = event;
  if (!notification.data?.peal) return;
  event.stopImmediatePropagation();
  notification.close();
  handle(event, context => takeClick(context, notification, action, () => send(context)));
});

self.addEventListener('notificationclose', event => {
  const { data } = event.notification;
  if (!data?.peal || data.isReply) return;
  event.stopImmediatePropagation();
  handle(event, async context => {
    await report(context, data.peal.id, 'dismissed');
    await send(context);
  });
});

self.addEventListener('pushsubscriptionchange', event => {
  handle(event as ExtendableEvent, async context => {
    await renewSubscription(context, event as never);
    await send(context);
    for (const page of (await openPages(context)).slice(0, 1)) await tell(context, page, { peal: 'address' });
  });
});

self.addEventListener('sync' as never, ((event: ExtendableEvent & { readonly tag: string }) => {
  if (event.tag !== 'peal') return;
  // The browser tries again later when this is rejected.
  event.waitUntil(readContext(self).then(sendAll).then(isKeptBack => isKeptBack ? Promise.reject(new Error('offline')) : undefined));
}) as never);

self.addEventListener('message', event => {
  const message = event.data as ToWorker | null;
  if (message?.peal === 'hello') event.ports[0]?.postMessage(true);
  if (message?.peal === 'flush') handle(event, send);
  if (message?.peal !== 'push') return;
  const push = readPush({ json: () => message.payload });
  if (push) handle(event, context => take(context, push));
});
