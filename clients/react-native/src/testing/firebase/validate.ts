import type { AndroidChannel, Notification } from '@notifee/react-native';

/** notifee looks at what it is given before it answers: these throw where others reject. */

const isText = (value: unknown): boolean => typeof value === 'string' && value.length > 0;

const isPattern = (pattern: readonly number[]): boolean => pattern.length % 2 === 0 && pattern.every((milliseconds) => milliseconds > 0);

const isColor = (color: string): boolean => !color.startsWith('#') || color.length === 7 || color.length === 9;

function demand(isValid: boolean, what: string): void {
  if (!isValid) throw new Error(`notifee: invalid ${what}`);
}

export function validateChannel({ id, name, importance, sound, vibrationPattern }: AndroidChannel): void {
  demand(isText(id), 'channel.id');
  demand(isText(name), 'channel.name');
  demand(importance === undefined || [0, 1, 2, 3, 4].includes(importance), 'channel.importance');
  demand(sound === undefined || isText(sound), 'channel.sound');
  demand(vibrationPattern === undefined || isPattern(vibrationPattern), 'channel.vibrationPattern: an even number of positive values');
}

export function validateNotification(notification: Notification, isAndroid: boolean): void {
  demand(notification.id === undefined || isText(notification.id), 'notification.id');
  if (!isAndroid) return;
  const { tag, color, vibrationPattern, sound, timeoutAfter, actions = [], pressAction } = notification.android ?? {};
  demand(tag === undefined || !tag.includes('|'), 'android.tag: no |');
  demand(color === undefined || isColor(color), 'android.color');
  demand(sound === undefined || isText(sound), 'android.sound');
  demand(vibrationPattern === undefined || isPattern(vibrationPattern), 'android.vibrationPattern: an even number of positive values');
  demand(timeoutAfter === undefined || timeoutAfter > 0, 'android.timeoutAfter');
  demand(pressAction === undefined || isText(pressAction.id), 'android.pressAction.id');
  for (const action of actions) demand(isText(action.title) && isText(action.pressAction.id), 'android.actions');
}
