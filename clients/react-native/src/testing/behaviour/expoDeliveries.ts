import type { Lifecycle, Delivery } from './Behaviour.js';

const page = 'https://docs.expo.dev/push-notifications/what-you-need-to-know/';
const tester = 'https://github.com/expo/expo/blob/main/apps/notification-tester/src/registerTaskAsync.ts';
const apple = 'https://developer.apple.com/documentation/usernotifications/pushing-background-updates-to-your-app';
const away: readonly Lifecycle[] = ['background', 'killed', 'swiped-away'];
const common = { kind: 'delivery', face: 'expo' } as const;

/** Pushes where the app has expo-notifications. */
export const expoDeliveries: readonly Delivery[] = [
  {
    ...common, id: 'expo.android.notification.foreground', platform: 'android', states: ['foreground'], arrives: 'notification',
    drawnBy: 'asked', runs: ['received-listener', 'task'], source: page,
    fact: 'In the foreground the app gets the push, and its handler decides whether the library draws it.',
  },
  {
    ...common, id: 'expo.android.notification.away', platform: 'android', states: away, arrives: 'notification',
    drawnBy: 'system', runs: [], lost: 'received', source: `${page} expo/expo#31503 expo/expo#36282 ${tester}`,
    fact: 'Out of the foreground FCM draws the push, without the buttons of its category, and no code of the app runs.',
  },
  {
    ...common, id: 'expo.android.silent.foreground', platform: 'android', states: ['foreground'], arrives: 'silent',
    drawnBy: 'nobody', runs: ['received-listener', 'task'], source: page,
    fact: 'Data alone reaches the listener and the task; the handler is not asked to draw what has no text.',
  },
  {
    ...common, id: 'expo.android.silent.away', platform: 'android', states: away, arrives: 'silent',
    drawnBy: 'nobody', runs: ['task'], source: `${page} ${tester}`,
    fact: 'Data alone starts the app for its task, also when it was swiped away: only what the task draws has buttons.',
  },
  {
    ...common, id: 'expo.android.force-stopped.notification', platform: 'android', states: ['force-stopped'], arrives: 'notification',
    drawnBy: 'nobody', runs: [], lost: 'push', source: page,
    fact: 'Nothing reaches an app that was force-stopped until the user opens it.',
  },
  {
    ...common, id: 'expo.android.force-stopped.silent', platform: 'android', states: ['force-stopped'], arrives: 'silent',
    drawnBy: 'nobody', runs: [], lost: 'push', source: page,
    fact: 'Nothing wakes an app that was force-stopped until the user opens it.',
  },
  {
    ...common, id: 'expo.ios.notification.foreground', platform: 'ios', states: ['foreground'], arrives: 'notification',
    drawnBy: 'asked', runs: ['received-listener', 'task'], source: page,
    fact: 'In the foreground the app gets the push, and its handler decides whether the system draws it.',
  },
  {
    ...common, id: 'expo.ios.notification.away', platform: 'ios', states: away, arrives: 'notification',
    drawnBy: 'system', runs: [], lost: 'received', source: page,
    fact: 'Out of the foreground the system draws the push, and no code of the app runs.',
  },
  {
    ...common, id: 'expo.ios.silent.foreground', platform: 'ios', states: ['foreground'], arrives: 'silent',
    drawnBy: 'nobody', runs: ['received-listener', 'task'], source: page,
    fact: 'A background push in the foreground reaches the listener and the task.',
  },
  {
    ...common, id: 'expo.ios.silent.away', platform: 'ios', states: ['background', 'killed'], arrives: 'silent',
    drawnBy: 'nobody', runs: ['task'], source: `${page} ${apple}`,
    fact: 'A background push wakes or starts the app for its task.',
  },
  {
    ...common, id: 'expo.ios.silent.swiped-away', platform: 'ios', states: ['swiped-away'], arrives: 'silent',
    drawnBy: 'nobody', runs: [], lost: 'push', source: apple,
    fact: 'iOS does not start an app that the user swiped away; the background push is lost.',
  },
  {
    ...common, id: 'expo.ios.badge.foreground', platform: 'ios', states: ['foreground'], arrives: 'badge',
    drawnBy: 'asked', runs: ['received-listener'], source: 'assumed',
    fact: 'A number alone is shown in the foreground only where the handler says so.',
  },
  {
    ...common, id: 'expo.ios.badge.away', platform: 'ios', states: away, arrives: 'badge',
    drawnBy: 'system', runs: [], source: 'https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification',
    fact: 'The system puts a number alone on the icon; no code of the app runs.',
  },
];
