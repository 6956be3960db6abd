import type { NotificationTaskPayload } from 'expo-notifications';
import type { PhoneContext } from '../Context.js';
import type { RemotePush } from '../arrival.js';
import { record } from '../read.js';
import { remoteData } from './notificationOf.js';

/** What the background task gets of a push. Its shape changed with SDK 53. */
export function taskPayload(phone: PhoneContext, push: RemotePush): NotificationTaskPayload {
  const isNew = phone.expoSdk >= phone.table.limit('expo.task.data-string', Infinity);
  if (phone.platform === 'android') {
    const data = remoteData(push);
    const dataString = data.body;
    if (isNew) return { notification: null, data: { ...data, ...(dataString === undefined ? {} : { dataString }) } };
    // Up to SDK 52 the whole message is one member deeper.
    return { notification: { data, notification: null, messageId: push.messageId } } as unknown as NotificationTaskPayload;
  }
  const aps = record(push.userInfo.aps);
  if (!isNew) return { ...push.userInfo } as unknown as NotificationTaskPayload;
  const { body } = push.userInfo;
  const named = {
    ...(body === undefined ? {} : { body, dataString: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(push.category === undefined ? {} : { categoryId: push.category }),
    ...(push.thread === undefined ? {} : { threadIdentifier: push.thread }),
    ...pick(push.userInfo, ['scopeKey', 'experienceId', 'projectId']),
  };
  const { aps: _, ...rest } = push.userInfo;
  const data = phone.table.has('expo.apns.body-only') ? named : { ...rest, ...named };
  const alert = aps.alert === undefined ? null : record(typeof aps.alert === 'string' ? { body: aps.alert } : aps.alert);
  return { notification: alert, aps, data };
}

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const name of names) if (from[name] !== undefined) found[name] = from[name];
  return found;
}
