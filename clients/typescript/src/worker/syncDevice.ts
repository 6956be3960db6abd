import { showBadge } from './badge.js';
import { sendSubscription } from './renewSubscription.js';
import { send } from './send.js';
import { close } from './showPush.js';
import type { WorkerContext } from './WorkerContext.js';

type News = { readonly state: string; readonly badge: { readonly count: number; readonly version: number }; readonly clear: readonly string[] };

/** The ids of the notifications on the screen. */
export async function shownIds({ scope }: WorkerContext): Promise<string[]> {
  const shown = await scope.registration.getNotifications();
  return [...new Set(shown.flatMap(({ data }) => data?.peal?.id && !data.isReply ? [data.peal.id as string] : []))].slice(0, 100);
}

/** Asks what the device has to know: the badge, and what leaves the screen. */
export async function syncDevice(context: WorkerContext): Promise<void> {
  const { status, body } = await send(context, {
    method: 'POST', path: '/users/me/devices/{device}/sync',
    body: { state: 'background', shown: await shownIds(context), permission: permission() }
  });
  if (status !== 200 || !body) return;
  const { state, badge, clear } = body as unknown as News;
  await close(context, clear.map(id => ({ id })));
  await showBadge(context, badge.count, badge.version);
  // The push service said that the address is gone; the browser may have another one.
  if (state !== 'quarantined' || context.settings?.provider === 'fcm') return;
  const subscription = await context.scope.registration.pushManager.getSubscription();
  if (subscription) await sendSubscription(context, subscription);
}

function permission(): string {
  const { permission } = Notification;
  return permission === 'default' ? 'not-determined' : permission;
}
