import { bytesOf } from '../browser/base64.js';
import type { WorkerContext } from './WorkerContext.js';
import { log } from './WorkerContext.js';
import { enqueue } from './WorkerOutbox.js';

type Change = { readonly newSubscription?: PushSubscription | null; readonly oldSubscription?: PushSubscription | null };

/** The browser ended the subscription: the device gets the new one by its key, which outlives the user's token. */
export async function renewSubscription(context: WorkerContext, event: Change): Promise<void> {
  const { scope, settings } = context;
  // Firebase's SDK makes another token when a page of the app starts.
  if (!settings || settings.provider === 'fcm') return;
  const { pushManager } = scope.registration;
  const key = settings.vapidKey ? bytesOf(settings.vapidKey) : event.oldSubscription?.options.applicationServerKey;
  try {
    const subscription = event.newSubscription || await pushManager.getSubscription()
      || await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await sendSubscription(context, subscription);
  } catch (error) {
    log('subscription.failed', { error: String(error) });
  }
}

export function sendSubscription(context: WorkerContext, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  return enqueue(context, { id: 'address', method: 'PATCH', path: '/users/me/devices/{device}', body: { subscription: { endpoint, keys } } });
}
