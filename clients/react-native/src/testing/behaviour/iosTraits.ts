import type { Trait } from './Behaviour.js';

const asking = 'https://developer.apple.com/documentation/usernotifications/asking-permission-to-use-notifications';
const trait = { kind: 'trait', value: true } as const;

/** Rules of iOS. */
export const iosTraits: readonly Trait[] = [
  {
    ...trait, id: 'ios.prompt.once', source: asking,
    fact: 'The prompt appears once; later requests answer with what was chosen.',
  },
  {
    ...trait, id: 'ios.permission.hides', source: asking,
    fact: 'Without permission nothing is drawn and no number is set; background pushes still reach the app.',
  },
  {
    ...trait, id: 'ios.provisional.quiet', source: asking,
    fact: 'A provisional request shows no prompt; notifications go to the centre without a sound.',
  },
  {
    ...trait, id: 'ios.provisional.not-granted', source: 'expo/expo#8747',
    fact: 'With a provisional permission Expo\'s `granted` is false; `ios.status` tells it apart.',
  },
  {
    ...trait, id: 'ios.critical.entitlement', source: 'invertase/notifee#198',
    fact: 'A request for critical alerts without Apple\'s entitlement shows no prompt and leaves the permission undetermined.',
  },
  {
    ...trait, id: 'ios.category.before-push', source: 'https://developer.apple.com/documentation/usernotifications/declaring-your-actionable-notification-types',
    fact: 'A push has the buttons of its category only if the app registered it before.',
  },
  {
    ...trait, id: 'ios.buttons', value: 10, source: 'https://developer.apple.com/documentation/usernotifications/declaring-your-actionable-notification-types',
    fact: 'A notification shows ten buttons at most, where there is room; a banner shows the first two.',
  },
  {
    ...trait, id: 'ios.category.replaced', source: 'https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/setnotificationcategories(_:)',
    fact: 'Registering categories replaces all of them.',
  },
  {
    ...trait, id: 'ios.dismissal.custom', source: 'https://developer.apple.com/documentation/usernotifications/unnotificationcategoryoptions/customdismissaction',
    fact: 'A dismissal is reported only if the notification\'s category is registered with customDismissAction.',
  },
  {
    ...trait, id: 'ios.dismissal.notifee', source: 'https://github.com/invertase/notifee/blob/main/ios/NotifeeCore/NotifeeCore.m',
    fact: 'notifee registers every category with customDismissAction.',
  },
  {
    ...trait, id: 'ios.collapse.replaces', source: 'https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns',
    fact: 'A push with the same collapse id takes the place of the one that is shown; the id is the request\'s identifier.',
  },
  {
    ...trait, id: 'ios.background.budget', value: 30_000, source: 'https://developer.apple.com/documentation/usernotifications/pushing-background-updates-to-your-app',
    fact: 'An app that was woken up has 30 seconds; then it is suspended.',
  },
  {
    ...trait, id: 'ios.background.suspends', source: 'expo/expo#34498',
    fact: 'Out of the foreground timers run only as long as a handler does.',
  },
  {
    ...trait, id: 'ios.keychain.unlocked', source: 'https://docs.expo.dev/versions/v54.0.0/sdk/securestore/',
    fact: 'What is stored without an accessibility can be read only while the phone is unlocked.',
  },
  {
    ...trait, id: 'ios.keychain.first-unlock', source: 'https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlock',
    fact: 'What is accessible after the first unlock cannot be read between a restart and that.',
  },
  {
    ...trait, id: 'ios.netinfo.resume', value: 60_000, source: 'react-native-netinfo/react-native-netinfo#326 react-native-netinfo/react-native-netinfo#669',
    fact: 'For about a minute after the app comes back there is said to be no network.',
  },
];
