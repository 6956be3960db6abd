import type { Trait } from './Behaviour.js';

const trait = { kind: 'trait', value: true } as const;

/** Rules of the libraries, on both platforms unless the fact names one. */
export const moduleTraits: readonly Trait[] = [
  {
    ...trait, id: 'expo.handler.timeout', value: 3_000, source: 'https://docs.expo.dev/versions/v54.0.0/sdk/notifications/',
    fact: 'A handler that does not answer within three seconds hides the notification.',
  },
  {
    ...trait, id: 'expo.handler.missing-hides', source: 'https://docs.expo.dev/versions/v54.0.0/sdk/notifications/',
    fact: 'Without a handler nothing is shown in the foreground.',
  },
  {
    ...trait, id: 'expo.task.data-string', value: 53, source: 'https://github.com/expo/expo/blob/main/packages/expo-notifications/ios/ExpoNotifications/Tests/BackgroundEventTransformerTests.swift expo/expo#30533',
    fact: 'From SDK 53 on the task\'s data has the push\'s data as a JSON text in `dataString`.',
  },
  {
    ...trait, id: 'expo.task.undefined', source: 'https://github.com/expo/expo/blob/main/packages/expo-task-manager/src/TaskManager.ts',
    fact: 'A task that the process does not define when it is due is unregistered.',
  },
  {
    ...trait, id: 'expo.button.task', value: 53, source: 'expo/expo#35295',
    fact: 'Android: up to SDK 52 a button of a dead app opens the app instead of running the task.',
  },
  {
    ...trait, id: 'expo.apns.body-only', source: 'https://docs.expo.dev/push-notifications/sending-notifications-custom/ https://github.com/expo/expo/blob/main/packages/expo-notifications/ios/EXNotifications/Notifications/Background/BackgroundEventTransformer.swift',
    fact: 'iOS: of a push that Expo\'s service did not send, `data` and the task have only the member `body`; a listener finds the rest in the trigger\'s payload.',
  },
  {
    ...trait, id: 'expo.category.characters', source: 'https://docs.expo.dev/versions/v54.0.0/sdk/notifications/',
    fact: 'A category whose id contains a colon or a hyphen is not found.',
  },
  {
    ...trait, id: 'expo.channel.missing-hides', source: 'https://docs.expo.dev/push-notifications/sending-notifications/',
    fact: 'Android: a push of a channel that the app did not create is not shown.',
  },
  {
    ...trait, id: 'expo.foreign-identifier', source: 'https://github.com/expo/expo/blob/main/packages/expo-notifications/android/src/main/java/expo/modules/notifications/service/delegates/ExpoPresentationDelegate.kt',
    fact: 'Android: what the library did not draw is listed by an address with its tag and id, without data.',
  },
  {
    ...trait, id: 'expo.identifier-is-tag', source: 'expo/expo#12050 expo/expo#44524',
    fact: 'Android: the identifier of a push is its tag.',
  },
  {
    ...trait, id: 'expo.response.message-id', source: 'https://github.com/expo/expo/blob/main/packages/expo-notifications/android/src/main/java/expo/modules/notifications/notifications/NotificationSerializer.java',
    fact: 'Android: in a response to what FCM drew the data is there, and the identifier is the id of the message, not the tag.',
  },
  {
    ...trait, id: 'expo.last-response.kept', source: 'expo/expo#18712',
    fact: 'The last response is answered at every start until it is cleared.',
  },
  {
    ...trait, id: 'expo.response.early-listener', source: 'https://docs.expo.dev/push-notifications/what-you-need-to-know/',
    fact: 'The response that starts the app reaches only listeners that are added at the top level.',
  },
  {
    ...trait, id: 'expo.token.listener-is-native', source: 'expo/expo#9918',
    fact: 'The listener of tokens gives the native token, not Expo\'s.',
  },
  {
    ...trait, id: 'expo.token.offline-hangs', source: 'expo/expo#30031 expo/expo#37378',
    fact: 'A device token may never be answered without a network.',
  },
  {
    ...trait, id: 'expo.go.no-push', value: 53, source: 'expo/expo#35577',
    fact: 'Android: from SDK 53 on Expo Go has no address for pushes.',
  },
  {
    ...trait, id: 'token.needs-google', source: 'invertase/react-native-firebase#4704 invertase/react-native-firebase#3980',
    fact: 'Android: without Google\'s services a token is refused or never answered.',
  },
  {
    ...trait, id: 'firebase.delete-token.silent', source: 'invertase/react-native-firebase#4997',
    fact: 'Android: after the token was deleted no refresh is reported.',
  },
  {
    ...trait, id: 'firebase.delete-token.same', source: 'invertase/react-native-firebase#8030',
    fact: 'Android: after the token was deleted the next one may be the old one.',
  },
  {
    ...trait, id: 'firebase.apns-token.registered', source: 'https://rnfirebase.io/reference/messaging#getAPNSToken',
    fact: 'iOS: there is no APNs token before the device is registered for remote messages.',
  },
  {
    ...trait, id: 'notifee.channel.needed', source: 'https://notifee.app/react-native/reference/notificationandroid',
    fact: 'Android: showing a notification in an unknown channel is an error.',
  },
  {
    ...trait, id: 'notifee.validates',
    source: 'https://github.com/invertase/notifee/blob/main/packages/react-native/src/validators/validateAndroidChannel.ts https://github.com/invertase/notifee/blob/main/packages/react-native/src/validators/validateAndroidNotification.ts',
    fact: 'Calls throw, and do not reject, for an empty sound, a tag with a bar, or a vibration that is not an even number of positive values.',
  },
  {
    ...trait, id: 'notifee.initial.once', source: 'https://notifee.app/react-native/reference/getinitialnotification',
    fact: 'The initial notification is answered once.',
  },
  {
    ...trait, id: 'notifee.foreground.shows', source: 'https://notifee.app/react-native/docs/ios/appearance',
    fact: 'iOS: a notification of notifee is shown in the foreground, too, unless its options say otherwise.',
  },
  {
    ...trait, id: 'push.waits-for-network', source: 'https://firebase.google.com/docs/cloud-messaging/customize-messages/setting-message-lifespan',
    fact: 'Without a network pushes wait at the push service.',
  },
  {
    ...trait, id: 'netinfo.null-first', source: 'react-native-netinfo/react-native-netinfo#155',
    fact: 'The state of the network is null until it was determined.',
  },
  {
    ...trait, id: 'headless.app-state', source: 'assumed',
    fact: 'The app\'s state is `background` in a process without a screen.',
  },
  {
    ...trait, id: 'headless.joins', source: 'assumed',
    fact: 'A start of the app while its process runs without a screen goes on in that process; its code is not loaded again.',
  },
];
