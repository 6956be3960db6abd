import type { Trait } from './Behaviour.js';

const permission = 'https://developer.android.com/develop/ui/views/notifications/notification-permission';
const channels = 'https://developer.android.com/develop/ui/views/notifications/channels';
const trait = { kind: 'trait', value: true } as const;

/** Rules of Android. A number that names a version is an API level. */
export const androidTraits: readonly Trait[] = [
  {
    ...trait, id: 'android.permission.runtime', value: 33, source: permission,
    fact: 'From Android 13 on the user is asked; before, an app may show notifications from the start.',
  },
  {
    ...trait, id: 'android.prompt.needs-channel', source: 'expo/expo#19043 expo/expo#24436',
    fact: 'The prompt of Android 13 does not appear before the app has a channel.',
  },
  {
    ...trait, id: 'android.prompt.refusals', value: 2, source: permission,
    fact: 'After the second refusal no prompt appears any more.',
  },
  {
    ...trait, id: 'android.permission.hides', source: permission,
    fact: 'Without permission nothing is drawn, and data still reaches the app.',
  },
  {
    ...trait, id: 'android.channel.fixed', source: `${channels} invertase/notifee#281`,
    fact: 'The importance, sound and vibration of a channel stay what they were when it was created.',
  },
  {
    ...trait, id: 'android.channel.remembered', source: `${channels} invertase/notifee#611`,
    fact: 'A channel that was deleted comes back with the old settings when it is created again.',
  },
  {
    ...trait, id: 'android.channel.bypass-needs-access', source: 'binwiederhier/ntfy#91 expo/expo#10889',
    fact: 'A channel passes Do Not Disturb only if the app has access to its policy, and may be told so later.',
  },
  {
    ...trait, id: 'android.channel.silent', value: 2, source: channels,
    fact: 'A channel of importance low (notifee: 2) or below makes no sound.',
  },
  {
    ...trait, id: 'android.buttons', value: 3, source: 'https://developer.android.com/reference/android/app/Notification.Builder#addAction(android.app.Notification.Action)',
    fact: 'A notification shows three buttons at most. Android leaves out the rest; here a fourth is an error.',
  },
  {
    ...trait, id: 'android.button.keeps', source: 'https://notifee.app/react-native/docs/android/interaction',
    fact: 'A button does not remove a notification of notifee: the app has to cancel it.',
  },
  {
    ...trait, id: 'android.fcm.identity', source: 'invertase/notifee#120 invertase/notifee#175',
    fact: 'What FCM draws has the id 0 and the push\'s tag; it is cancelled by both.',
  },
  {
    ...trait, id: 'android.fcm.hides-data', source: 'invertase/notifee#393 invertase/notifee#415',
    fact: 'The data of what FCM drew cannot be read back from the screen.',
  },
  {
    ...trait, id: 'android.fcm.fallback-channel', source: 'https://firebase.google.com/docs/cloud-messaging/android/client',
    fact: 'FCM draws a push of an unknown channel in a channel of its own.',
  },
  {
    ...trait, id: 'android.tag.replaces', source: 'expo/expo#12050 https://developer.android.com/reference/android/app/NotificationManager#notify(java.lang.String,%20int,%20android.app.Notification)',
    fact: 'A notification with the same tag and id takes the place of the one that is shown.',
  },
  {
    ...trait, id: 'android.full-screen', value: 34, source: 'https://source.android.com/docs/core/permissions/fsi-limits invertase/notifee#1054',
    fact: 'From Android 14 on only apps with a permission for it get the whole screen; for the others it is a banner, without an error.',
  },
  {
    ...trait, id: 'android.full-screen.locked', source: 'https://source.android.com/docs/core/permissions/fsi-limits',
    fact: 'The whole screen is taken while the phone is locked; otherwise a banner is shown.',
  },
  {
    ...trait, id: 'android.badge.by-notifications', source: 'invertase/notifee#81 expo/expo#13311',
    fact: 'Android has no number of its own on the icon: it counts what is shown, and a launcher may take a number.',
  },
  {
    ...trait, id: 'android.direct-boot', source: 'https://firebase.google.com/docs/cloud-messaging/android/receive#direct_boot_mode',
    fact: 'Before the first unlock after a restart pushes wait; the app gets them afterwards.',
  },
  {
    ...trait, id: 'android.doze.holds-normal', source: 'https://firebase.google.com/docs/cloud-messaging/customize-messages/setting-message-priority',
    fact: 'A sleeping phone gets pushes of normal priority when it wakes up; those of high priority come through.',
  },
  {
    ...trait, id: 'android.headless.budget', value: 60_000, source: 'https://github.com/invertase/react-native-firebase/blob/main/packages/messaging/android/src/main/java/io/invertase/firebase/messaging/ReactNativeFirebaseMessagingHeadlessService.java',
    fact: 'A task without a screen is ended after a minute.',
  },
  {
    ...trait, id: 'android.background.timers', source: 'facebook/react-native#47495 facebook/react-native#47437',
    fact: 'Out of the foreground timers run only as long as a task does.',
  },
  {
    ...trait, id: 'android.force-stop.clears', source: 'assumed',
    fact: 'A force stop removes what the app shows.',
  },
  {
    ...trait, id: 'android.restart.clears', source: 'assumed',
    fact: 'A restart of the phone removes what is shown.',
  },
  {
    ...trait, id: 'android.press.needs-press-action', source: 'https://github.com/invertase/notifee/blob/main/packages/react-native/src/types/Notification.ts',
    fact: 'A tap on a notification of notifee is reported only if it has a pressAction.',
  },
  {
    ...trait, id: 'android.press.opens-by-activity', source: 'https://notifee.app/react-native/docs/android/interaction',
    fact: 'A button opens the app only with a launchActivity or mainComponent; a tap also with the id `default`.',
  },
];
