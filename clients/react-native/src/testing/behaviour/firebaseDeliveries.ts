import type { Lifecycle, Delivery } from './Behaviour.js';

const page = 'https://rnfirebase.io/messaging/usage';
const receive = 'https://firebase.google.com/docs/cloud-messaging/android/receive';
const apple = 'https://developer.apple.com/documentation/usernotifications/pushing-background-updates-to-your-app';
const stopped = 'firebase/quickstart-android#368';
const away: readonly Lifecycle[] = ['background', 'killed', 'swiped-away'];
const common = { kind: 'delivery', face: 'firebase' } as const;

/** Pushes where the app has React Native Firebase and notifee. */
export const firebaseDeliveries: readonly Delivery[] = [
  {
    ...common, id: 'firebase.android.notification.foreground', platform: 'android', states: ['foreground'], arrives: 'notification',
    drawnBy: 'nobody', runs: ['on-message'], source: `${receive} ${page}`,
    fact: 'In the foreground FCM draws nothing and hands the push to the app.',
  },
  {
    ...common, id: 'firebase.android.notification.away', platform: 'android', states: away, arrives: 'notification',
    drawnBy: 'system', runs: ['background-handler'], source: `${receive} invertase/react-native-firebase#4025`,
    fact: 'FCM draws the push and the background handler runs as well: an app that draws there shows it twice.',
  },
  {
    ...common, id: 'firebase.android.data.foreground', platform: 'android', states: ['foreground'], arrives: 'data',
    drawnBy: 'nobody', runs: ['on-message'], source: receive,
    fact: 'Data alone is drawn by nobody but the app.',
  },
  {
    ...common, id: 'firebase.android.data.away', platform: 'android', states: away, arrives: 'data',
    drawnBy: 'nobody', runs: ['background-handler'], source: page,
    fact: 'Data alone at HIGH starts the app for its background handler, and nothing draws it but the app.',
  },
  {
    ...common, id: 'firebase.android.silent.foreground', platform: 'android', states: ['foreground'], arrives: 'silent',
    drawnBy: 'nobody', runs: ['on-message'], source: receive,
    fact: 'Data alone at NORMAL reaches the app in the foreground.',
  },
  {
    ...common, id: 'firebase.android.silent.away', platform: 'android', states: away, arrives: 'silent',
    drawnBy: 'nobody', runs: [], unreliable: ['background-handler'], lost: 'push',
    source: `${page} https://github.com/invertase/react-native-firebase/blob/main/packages/messaging/android/src/main/java/io/invertase/firebase/messaging/ReactNativeFirebaseMessagingReceiver.java`,
    fact: 'Data alone at NORMAL may not start a service in the background; then the handler does not run.',
  },
  {
    ...common, id: 'firebase.android.force-stopped.notification', platform: 'android', states: ['force-stopped'], arrives: 'notification',
    drawnBy: 'nobody', runs: [], lost: 'push', source: stopped,
    fact: 'Nothing reaches an app that was force-stopped until the user opens it.',
  },
  {
    ...common, id: 'firebase.android.force-stopped.data', platform: 'android', states: ['force-stopped'], arrives: 'data',
    drawnBy: 'nobody', runs: [], lost: 'push', source: stopped,
    fact: 'Data at HIGH does not wake an app that was force-stopped.',
  },
  {
    ...common, id: 'firebase.android.force-stopped.silent', platform: 'android', states: ['force-stopped'], arrives: 'silent',
    drawnBy: 'nobody', runs: [], lost: 'push', source: stopped,
    fact: 'Data at NORMAL does not wake an app that was force-stopped.',
  },
  {
    ...common, id: 'firebase.ios.notification.foreground', platform: 'ios', states: ['foreground'], arrives: 'notification',
    drawnBy: 'nobody', runs: ['on-message'], source: page,
    fact: 'In the foreground the push reaches the app and is not drawn, unless firebase.json asks for it.',
  },
  {
    ...common, id: 'firebase.ios.notification.away', platform: 'ios', states: away, arrives: 'notification',
    drawnBy: 'system', runs: [], lost: 'received', source: `${page} invertase/react-native-firebase#7548`,
    fact: 'Out of the foreground the system draws the push, and no code of the app runs.',
  },
  {
    ...common, id: 'firebase.ios.silent.foreground', platform: 'ios', states: ['foreground'], arrives: 'silent',
    drawnBy: 'nobody', runs: ['on-message'], source: page,
    fact: 'A background push in the foreground reaches the listener of messages.',
  },
  {
    ...common, id: 'firebase.ios.silent.away', platform: 'ios', states: ['background', 'killed'], arrives: 'silent',
    drawnBy: 'nobody', runs: ['background-handler'], source: `${page} ${apple}`,
    fact: 'A background push wakes or starts the app for its background handler.',
  },
  {
    ...common, id: 'firebase.ios.silent.swiped-away', platform: 'ios', states: ['swiped-away'], arrives: 'silent',
    drawnBy: 'nobody', runs: [], lost: 'push', source: apple,
    fact: 'iOS does not start an app that the user swiped away; the background push is lost.',
  },
  {
    ...common, id: 'firebase.ios.badge.foreground', platform: 'ios', states: ['foreground'], arrives: 'badge',
    drawnBy: 'nobody', runs: ['on-message'], source: 'assumed',
    fact: 'A number alone reaches the app in the foreground and changes nothing by itself.',
  },
  {
    ...common, id: 'firebase.ios.badge.away', platform: 'ios', states: away, arrives: 'badge',
    drawnBy: 'system', runs: [], source: 'https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification',
    fact: 'The system puts a number alone on the icon; no code of the app runs.',
  },
];
