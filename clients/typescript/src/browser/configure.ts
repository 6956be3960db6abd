import type { PealClient } from '../core/PealClient.js';
import { contexts } from '../core/contexts.js';
import { createPeal } from '../core/index.js';
import { browserPlatform } from './browserPlatform.js';
import { browserPush } from './browserPush.js';
import { consoleLog } from './consoleLog.js';
import { followPage } from './followPage.js';
import { indexedStorage } from './indexedStorage.js';
import { pageClient, setPageClient } from './pageClient.js';
import { shareSession } from './tabs/shareSession.js';
import type { TokenSource } from './tokenSource.js';
import { tokenSource } from './tokenSource.js';
import { workerRegistration } from './workerRegistration.js';

export interface BrowserOptions extends TokenSource {
  readonly app: string;
  /** Where Peal is served; the origin of this script unless said otherwise. */
  readonly baseUrl?: string;
  readonly locale?: string;
  readonly timeZone?: string;
  readonly appVersion?: string;
  /** Writes what the client does to the console. Warnings that say how to fix something are always written. */
  readonly debug?: boolean;
  /** Makes the subscription instead of the browser, such as a simulated push service. */
  readonly subscribe?: (registration: ServiceWorkerRegistration, vapidKey: string) => Promise<PushSubscriptionJSON>;
  /** The time in milliseconds, where it is not the browser's: a sandbox has a clock of its own. */
  readonly now?: () => number;
  /** The site's own service worker file, with Peal's script in it. */
  readonly workerUrl?: string;
  /** The paths that the worker is for, such as `/app/`. */
  readonly workerScope?: string;
  /**
   * Where a tap opens a link while no page is open: `/app` in front of `/reports/r1`, or an address with `{link}`, such as
   * `/app?open={link}`. The link itself unless said otherwise.
   */
  readonly openUrl?: string;
  /** The page with `<peal-quick-reply>` where "More…" leads, such as `/reply?about={link}`. The link itself unless said otherwise. */
  readonly moreUrl?: string;
  /** A token of Firebase's SDK: `registration => getToken(messaging, {serviceWorkerRegistration: registration, vapidKey})`. */
  readonly fcmToken?: (registration: ServiceWorkerRegistration) => Promise<string>;
}

let end: () => void = () => undefined;

/** Makes the one client of the page and starts it; another call replaces it. */
export function configure(options: BrowserOptions): PealClient {
  end();
  pageClient()?.stop();
  const { app, workerUrl, workerScope, openUrl, moreUrl, fcmToken } = options;
  const baseUrl = (options.baseUrl || new URL(import.meta.url).origin).replace(/\/+$/, '');
  const locale = options.locale || document.documentElement.lang || navigator.language;
  const log = consoleLog(!!options.debug);
  const tokens = tokenSource(options);
  const storage = indexedStorage();
  const worker = workerRegistration(workerUrl, workerScope);
  const provider = fcmToken ? 'fcm' : 'webpush';
  const push = browserPush({ worker, storage, fcmToken, subscribe: options.subscribe, settings: { app, baseUrl, provider, locale, openUrl, moreUrl } });
  const client = createPeal({
    app, baseUrl, locale,
    platform: browserPlatform(storage, push && push.push, log, options.now),
    token: tokens.get,
    timeZone: options.timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone,
    appVersion: options.appVersion
  });
  // Another user: the token of the last one is not asked for any more.
  const { signedIn, signOut } = client;
  const refresh = (): Promise<void> => { tokens.forget(); return signedIn(); };
  const leave = (): Promise<void> => signOut().finally(tokens.forget);
  const tabs = shareSession({ app, user: contexts.get(client)!.user, refresh, leave });
  Object.assign(client, { signedIn: refresh, signOut: () => { tabs.tell(); return leave(); } });
  const endPage = followPage({ client, app, storage, push, worker, log });
  end = () => { tabs.end(); endPage(); };
  setPageClient(client);
  return client;
}
