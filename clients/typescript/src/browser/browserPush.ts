import type { Badge } from '../core/model/Notification.js';
import type { PermissionState, Push, PushAddress } from '../core/platform.js';
import type { WorkerSettings } from '../worker/messages.js';
import { settingsKey, sharedKey } from '../worker/messages.js';
import { bytesOf } from './base64.js';
import type { SharedStorage } from './indexedStorage.js';
import { parseOr } from './parseOr.js';
import { pushError } from './pushError.js';
import type { WorkerRegistration } from './workerRegistration.js';

export interface BrowserPushOptions {
  readonly worker: WorkerRegistration;
  readonly storage: SharedStorage;
  readonly settings: Omit<WorkerSettings, 'vapidKey' | 'links'>;
  /** A token of Firebase's SDK, made with this registration: then pushes come by FCM. */
  readonly fcmToken?: (registration: ServiceWorkerRegistration) => Promise<string>;
  /** Makes the subscription instead of the browser, such as a simulated push service. */
  readonly subscribe?: (registration: ServiceWorkerRegistration, vapidKey: string) => Promise<PushSubscriptionJSON>;
}

type WithBadge = { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void>; userActivation?: { readonly isActive: boolean } };

const states: Readonly<Record<NotificationPermission, PermissionState>> = { default: 'not-determined', denied: 'denied', granted: 'granted' };
const read = (): PermissionState => states[Notification.permission];

export interface BrowserPush {
  readonly push: Push;
  /** Lets the worker know what it needs, once there is one. */
  configure(change: Partial<WorkerSettings>): Promise<void>;
  /** The page knows a badge: a push with an older one is ignored by the worker. */
  rememberBadge(badge: Badge): Promise<void>;
}

/** The browser's notifications; `undefined` where it has none, such as Safari on an iPhone outside the Home Screen. */
export function browserPush({ worker, storage, settings, fcmToken, ...options }: BrowserPushOptions): BrowserPush | undefined {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return undefined;
  const system = navigator as unknown as WithBadge;
  const shown = async (): Promise<readonly Notification[]> => {
    const notifications = await (await worker.find())?.getNotifications() || [];
    return notifications.filter(({ data }) => data?.peal);
  };
  let known: Partial<WorkerSettings> = {};
  async function configure(change: Partial<WorkerSettings>): Promise<void> {
    known = { ...known, ...change };
    const registration = await worker.find();
    if (registration) await storage.set(settingsKey(registration.scope), JSON.stringify({ ...settings, ...known }));
  }

  async function subscribe(registration: ServiceWorkerRegistration, vapidKey: string): Promise<PushSubscriptionJSON> {
    const { pushManager } = registration;
    const key = bytesOf(vapidKey);
    const old = await pushManager.getSubscription();
    const oldKey = old?.options.applicationServerKey;
    if (old && oldKey && String(new Uint8Array(oldKey)) === String(key)) return old.toJSON();
    await old?.unsubscribe();
    return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  }

  const push: Push = {
    // Only such a device gets FCM's data messages: our worker draws them, with buttons.
    capabilities: fcmToken ? { draws: 'granted' } : undefined,
    permission: async () => read(),
    async request() {
      // Browsers answer a prompt that nobody asked for with a denial that lasts.
      if (read() !== 'not-determined' || system.userActivation?.isActive === false) return read();
      await Notification.requestPermission();
      return read();
    },
    async address({ vapidKey }): Promise<PushAddress> {
      const registration = await worker.active();
      await configure({ vapidKey });
      if (fcmToken) return { provider: 'fcm', platform: 'web', token: await fcmToken(registration) };
      if (!vapidKey) throw pushError('no-vapid-key');
      const { endpoint, keys } = await (options.subscribe || subscribe)(registration, vapidKey);
      return { provider: 'webpush', platform: 'web', subscription: { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } } };
    },
    async remove() {
      for (const notification of await shown()) notification.close();
      const registration = await worker.find();
      if (!fcmToken) await (await registration?.pushManager.getSubscription())?.unsubscribe();
      for (const name of ['badge', 'handover'] as const) await storage.remove(sharedKey(settings.app, name));
      await system.clearAppBadge?.().catch(() => undefined);
    },
    shown: async () => [...new Set((await shown()).flatMap(({ data }) => data.isReply ? [] : [data.peal.id as string]))],
    async clear(ids) {
      for (const notification of await shown()) if (ids.includes(notification.data.peal.id)) notification.close();
    },
    async badge(count) {
      // Refused where the app is not installed.
      await (count ? system.setAppBadge?.(count) : system.clearAppBadge?.())?.catch(() => undefined);
    },
    async confirm(text) {
      if (read() !== 'granted') return;
      await (await worker.find())?.showNotification(text, { tag: 'peal-reply', silent: true, lang: settings.locale });
    }
  };
  return {
    push, configure,
    rememberBadge: badge => storage.update(sharedKey(settings.app, 'badge'), text =>
      [badge.version > parseOr(text, { version: -1 }).version ? JSON.stringify(badge) : text, undefined])
  };
}
