import type { PealClient } from '../core/PealClient.js';
import type { Platform } from '../core/platform.js';
import type { HandOver, ToPage } from '../worker/messages.js';
import { sharedKey } from '../worker/messages.js';
import type { BrowserPush } from './browserPush.js';
import type { SharedStorage } from './indexedStorage.js';
import { setMoreActions } from './moreActions.js';
import { parseOr } from './parseOr.js';
import type { WorkerRegistration } from './workerRegistration.js';

interface Page {
  readonly client: PealClient;
  readonly app: string;
  readonly storage: SharedStorage;
  readonly push?: BrowserPush;
  readonly worker: WorkerRegistration;
  readonly log: NonNullable<Platform['log']>;
}

// A tap that no page took starts no page of tomorrow.
const longest = 60_000;

/** Starts the client and lets it follow the page: shown and hidden, left and returned to, and what its worker sends. */
export function followPage({ client, app, storage, push, worker, log }: Page): () => void {
  const ending = new AbortController();
  const on = (target: EventTarget, type: string, handler: (event: never) => unknown): void =>
    target.addEventListener(type, handler as EventListener, { signal: ending.signal } as AddEventListenerOptions);
  const failed = (error: unknown): void => log('page.failed', { error: String(error) });
  const isVisible = (): boolean => document.visibilityState === 'visible';
  const start = (): Promise<void> => client.start(isVisible() ? 'launched' : 'background');

  async function take(item: HandOver | ToPage): Promise<void> {
    if (item.peal === 'push') await client.foreground.received(item.payload);
    if (item.peal === 'address') await client.devices.addressChanged();
    if ((item.peal === 'tap' || item.peal === 'more') && item.more) setMoreActions(item.more);
    if (item.peal === 'tap') await client.links.handle(item.tap);
  }

  async function takeHandedOver(): Promise<void> {
    const items = await storage.update(sharedKey(app, 'handover'), text => [null, parseOr<HandOver[]>(text, [])]);
    for (const item of items) if (item.peal === 'push' || Date.now() - item.at < longest) await take(item);
  }

  /** Lets the worker send what it could not. */
  const flush = async (): Promise<void> => {
    if (await storage.get(sharedKey(app, 'outbox'))) await worker.flush();
  };

  on(document, 'visibilitychange', () => isVisible() && client.resumed().catch(failed));
  // A page with an open connection is not kept for the way back.
  on(window, 'pagehide', () => client.stop());
  on(window, 'pageshow', (event: PageTransitionEvent) => event.persisted && start().catch(failed));
  on(window, 'online', () => push && flush().catch(failed));
  if (push) {
    on(navigator.serviceWorker, 'message', ({ data, ports }: MessageEvent<ToPage | null>) => {
      if (!data?.peal || data.app !== app || Date.now() > data.until) return;
      ports[0]?.postMessage(true);
      void take(data).catch(failed);
    });
    navigator.serviceWorker.startMessages();
    // The user changes it in the browser's own interface.
    void navigator.permissions?.query({ name: 'notifications' }).then(state => on(state, 'change', () => client.permission.refresh().catch(failed)), failed);
    const forget = [
      client.config.subscribe(config => config && push.configure({
        links: config.links, vapidKey: config.webPush?.publicKey, title: config.name, unreadable: config.unreadable
      }).catch(failed)),
      client.inbox.view.subscribe(({ badge }) => void push.rememberBadge(badge).catch(failed))
    ];
    ending.signal.addEventListener('abort', () => forget.forEach(stop => stop()));
  }
  void start().then(() => Promise.all([push && flush(), takeHandedOver()])).catch(failed);
  return () => ending.abort();
}
