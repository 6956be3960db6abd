import type { Arrives, PhonePlatform } from './behaviour/Behaviour.js';
import { isRecord, record, text, number, parse } from './read.js';

/** A request as the push service received it, such as an item of a sandbox's request log. */
export interface PushRequest {
  readonly provider: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body; of Expo a message, or a list of one. */
  readonly payload: unknown;
}

/** What reaches the phone. */
export interface RemotePush {
  readonly provider: 'fcm' | 'apns' | 'expo';
  readonly arrives: Arrives;
  readonly messageId: string;
  readonly title?: string;
  readonly body?: string;
  /** FCM: a text for each name. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What replaces what: a tag on Android, a collapse id on iOS. */
  readonly tag?: string;
  readonly channel?: string;
  readonly category?: string;
  readonly thread?: string;
  readonly sound?: string;
  readonly badge?: number;
  readonly image?: string;
  readonly color?: string;
  readonly isHigh: boolean;
  readonly ttl?: number;
  readonly collapseKey?: string;
  /** iOS: the payload as Apple delivers it. */
  readonly userInfo: Readonly<Record<string, unknown>>;
  readonly sentAt: number;
}

/** Reads a request as the provider hands it on to a phone of this platform. */
export function readPush(request: PushRequest, platform: PhonePlatform, now: number, messageId: string): RemotePush {
  const payload = typeof request.payload === 'string' ? parse(request.payload) : request.payload;
  const base = { messageId, sentAt: now };
  switch (request.provider) {
    case 'fcm': return platform === 'android' ? fcmAndroid(record(payload), base) : fcmApple(record(payload), base);
    case 'apns':
      if (platform !== 'ios') throw new Error('APNs reaches no Android phone');
      return apple('apns', record(payload), lower(request.headers || {}), base);
    case 'expo': {
      const message = record(Array.isArray(payload) ? payload[0] : payload);
      return platform === 'android' ? expoAndroid(message, base) : expoApple(message, base);
    }
    default: throw new Error(`no phone receives from ${request.provider}`);
  }
}

/** Whether it wakes a sleeping phone. */
export const isUrgent = (request: PushRequest, platform: PhonePlatform): boolean => readPush(request, platform, 0, '').isHigh;

type Base = Pick<RemotePush, 'messageId' | 'sentAt'>;

const lower = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const known: Record<string, string> = {};
  for (const name of Object.keys(headers)) known[name.toLowerCase()] = headers[name]!;
  return known;
};

function fcmAndroid(payload: Record<string, unknown>, base: Base): RemotePush {
  const message = record(payload.message);
  const android = record(message.android);
  const isHigh = String(android.priority).toUpperCase() === 'HIGH';
  const common = {
    ...base, provider: 'fcm' as const, data: record(message.data), isHigh, userInfo: {},
    collapseKey: text(android.collapse_key), ttl: seconds(android.ttl),
  };
  if (!isRecord(message.notification)) return { ...common, arrives: isHigh ? 'data' : 'silent' };
  const drawn = record(android.notification);
  return {
    ...common, arrives: 'notification', title: text(drawn.title) ?? text(message.notification.title),
    body: text(drawn.body) ?? text(message.notification.body), tag: text(drawn.tag), channel: text(drawn.channel_id),
    sound: text(drawn.sound), badge: number(drawn.notification_count), image: text(drawn.image) ?? text(message.notification.image),
    color: text(drawn.color),
  };
}

/** FCM puts its data next to `aps` and its notification into `aps.alert`. */
function fcmApple(payload: Record<string, unknown>, base: Base): RemotePush {
  const message = record(payload.message);
  const apns = record(message.apns);
  const own = record(apns.payload);
  const aps = { ...record(own.aps) };
  if (isRecord(message.notification) && aps.alert === undefined) {
    aps.alert = { title: message.notification.title, body: message.notification.body };
  }
  const data = record(message.data);
  const push = apple('fcm', { ...data, ...own, aps, 'gcm.message_id': base.messageId }, lower(record(apns.headers) as Record<string, string>), base);
  return { ...push, data };
}

function apple(
  provider: 'fcm' | 'apns', userInfo: Record<string, unknown>, headers: Record<string, string>, base: Base,
): RemotePush {
  const aps = record(userInfo.aps);
  const alert = isRecord(aps.alert) ? aps.alert : { body: text(aps.alert) };
  const sound = isRecord(aps.sound) ? text(aps.sound.name) : text(aps.sound);
  const { aps: _, ...data } = userInfo;
  const isShown = aps.alert !== undefined;
  return {
    ...base, provider, userInfo, data,
    arrives: isShown ? 'notification' : aps['content-available'] !== undefined ? 'silent' : 'badge',
    title: text(alert.title), body: text(alert.body), tag: headers['apns-collapse-id'], category: text(aps.category),
    thread: text(aps['thread-id']), sound, badge: number(aps.badge), isHigh: headers['apns-priority'] === '10',
  };
}

/** Each of these makes a push one that the system shows. */
const visible = ['title', 'subtitle', 'body', 'icon', 'channelId'];
const isExpoShown = (message: Record<string, unknown>): boolean => visible.some((name) => message[name] !== undefined);

/** Expo's service sends Android the data as a JSON text named `body`, next to the title and the `message`. */
function expoAndroid(message: Record<string, unknown>, base: Base): RemotePush {
  const richContent = record(message.richContent);
  return {
    ...base, provider: 'expo', arrives: isExpoShown(message) ? 'notification' : 'silent', data: record(message.data),
    title: text(message.title), body: text(message.body), tag: text(message.tag) ?? text(message.collapseId),
    channel: text(message.channelId), category: text(message.categoryId), image: text(richContent.image),
    isHigh: message.priority === 'high', ttl: number(message.ttl), userInfo: {},
  };
}

/** Expo's service sends iOS the data as `body`, next to `aps`. */
function expoApple(message: Record<string, unknown>, base: Base): RemotePush {
  const isShown = isExpoShown(message);
  const aps: Record<string, unknown> = {};
  if (isShown) aps.alert = { title: message.title, body: message.body };
  if (message._contentAvailable === true || message.contentAvailable === true) aps['content-available'] = 1;
  if (message.badge !== undefined) aps.badge = message.badge;
  if (message.sound !== undefined && message.sound !== null) aps.sound = message.sound;
  if (message.categoryId !== undefined) aps.category = message.categoryId;
  if (message.interruptionLevel !== undefined) aps['interruption-level'] = message.interruptionLevel;
  const userInfo = { aps, body: record(message.data), experienceId: '@app/app', projectId: 'project', scopeKey: '@app/app' };
  const sound = isRecord(message.sound) ? text(message.sound.name) : text(message.sound);
  return {
    ...base, provider: 'expo', arrives: isShown ? 'notification' : aps.badge !== undefined && !aps['content-available'] ? 'badge' : 'silent',
    data: record(message.data), title: text(message.title), body: text(message.body), tag: text(message.collapseId),
    category: text(message.categoryId), sound, badge: number(message.badge), isHigh: message.priority !== 'normal',
    ttl: number(message.ttl), userInfo,
  };
}

const seconds = (ttl: unknown): number | undefined => (typeof ttl === 'string' ? Number(ttl.replace(/s$/, '')) : undefined);
