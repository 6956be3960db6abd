import type { Lifecycle, Press } from './Behaviour.js';

const events = 'https://notifee.app/react-native/docs/events';
const delegate = 'https://github.com/invertase/notifee/blob/main/ios/NotifeeCore/NotifeeCore%2BUNUserNotificationCenter.m';
const rnfb = 'https://rnfirebase.io/messaging/notifications';
const gone: readonly Lifecycle[] = ['killed', 'swiped-away'];
const android = { kind: 'press', face: 'firebase', platform: 'android' } as const;
const ios = { kind: 'press', face: 'firebase', platform: 'ios', drawn: ['remote', 'local'] } as const;

/** Presses where the app has React Native Firebase and notifee. */
export const firebasePresses: readonly Press[] = [
  {
    ...android, id: 'firebase.android.remote.tap', drawn: ['remote'], states: ['foreground', 'background'], press: 'tap', opensApp: true,
    runs: ['opened-listener'], source: rnfb,
    fact: 'A tap on what FCM drew brings the app up and is reported by React Native Firebase alone.',
  },
  {
    ...android, id: 'firebase.android.remote.tap.gone', drawn: ['remote'], states: gone, press: 'tap', opensApp: true,
    runs: ['initial-message'], source: rnfb,
    fact: 'A tap on what FCM drew starts the app; the initial notification of React Native Firebase has it.',
  },
  {
    ...android, id: 'firebase.android.remote.dismissal', drawn: ['remote'], states: ['foreground', 'background', ...gone],
    press: 'dismissal', opensApp: false, runs: [], lost: 'dismissal', source: 'assumed',
    fact: 'A dismissal of what FCM drew is not reported.',
  },
  {
    ...android, id: 'firebase.android.local.tap.foreground', drawn: ['local'], states: ['foreground'], press: 'tap', opensApp: true,
    runs: ['foreground-event'], source: events,
    fact: 'A tap in the foreground is a foreground event.',
  },
  {
    ...android, id: 'firebase.android.local.tap.background', drawn: ['local'], states: ['background'], press: 'tap', opensApp: true,
    runs: ['background-event', 'initial-notification'], source: events,
    fact: 'A tap in the background is a background event, and the initial notification has it, too.',
  },
  {
    ...android, id: 'firebase.android.local.tap.gone', drawn: ['local'], states: gone, press: 'tap', opensApp: true,
    runs: ['background-event', 'initial-notification'], source: events,
    fact: 'A tap of a dead app is a background event of the new process, and its initial notification.',
  },
  {
    ...android, id: 'firebase.android.local.button.foreground', drawn: ['local'], states: ['foreground'], press: 'button', opensApp: false,
    runs: ['foreground-event'], source: events,
    fact: 'A button in the foreground is a foreground event.',
  },
  {
    ...android, id: 'firebase.android.local.button.away', drawn: ['local'], states: ['background', ...gone], press: 'button',
    opensApp: false, runs: ['background-event'], source: events,
    fact: 'A button is a background event without a screen, also when the app has to be started for it.',
  },
  {
    ...android, id: 'firebase.android.local.opening-button.foreground', drawn: ['local'], states: ['foreground'], press: 'opening-button',
    opensApp: true, runs: ['foreground-event'], source: events,
    fact: 'A button that opens the app is a foreground event when the app is there already.',
  },
  {
    ...android, id: 'firebase.android.local.opening-button.away', drawn: ['local'], states: ['background', ...gone],
    press: 'opening-button', opensApp: true, runs: ['background-event', 'initial-notification'], source: events,
    fact: 'A button that opens the app is a background event and the initial notification.',
  },
  {
    ...android, id: 'firebase.android.local.dismissal.foreground', drawn: ['local'], states: ['foreground'], press: 'dismissal',
    opensApp: false, runs: ['foreground-event'], source: events,
    fact: 'A dismissal in the foreground is a foreground event.',
  },
  {
    ...android, id: 'firebase.android.local.dismissal.away', drawn: ['local'], states: ['background', ...gone], press: 'dismissal',
    opensApp: false, runs: ['background-event'], source: events,
    fact: 'A dismissal out of the foreground is a background event.',
  },
  {
    ...ios, id: 'firebase.ios.tap.foreground', states: ['foreground'], press: 'tap', opensApp: true,
    runs: ['foreground-event'], source: `${events} invertase/notifee#644 invertase/notifee#949`,
    fact: 'notifee takes the delegate: a tap is its foreground event, and React Native Firebase reports none.',
  },
  {
    ...ios, id: 'firebase.ios.tap.background', states: ['background'], press: 'tap', opensApp: true,
    runs: ['foreground-event'], source: 'invertase/notifee#136 invertase/notifee#644',
    fact: 'A tap from the background is a foreground event, since the app is brought up for it.',
  },
  {
    ...ios, id: 'firebase.ios.tap.gone', states: gone, press: 'tap', opensApp: true,
    runs: ['initial-notification'], unreliable: ['foreground-event'], source: `${events} invertase/notifee#670 invertase/notifee#999`,
    fact: 'A tap of a dead app is its initial notification; the foreground event follows on some phones only.',
  },
  {
    ...ios, id: 'firebase.ios.button.foreground', states: ['foreground'], press: 'button', opensApp: false,
    runs: ['foreground-event'], source: events,
    fact: 'A button in the foreground is a foreground event.',
  },
  {
    ...ios, id: 'firebase.ios.button.background', states: ['background'], press: 'button', opensApp: false,
    runs: ['background-event'], source: `${events} invertase/notifee#361`,
    fact: 'A button in the background is a background event.',
  },
  {
    ...ios, id: 'firebase.ios.button.gone', states: gone, press: 'button', opensApp: false,
    runs: [], unreliable: ['background-event'], lost: 'press', source: 'invertase/notifee#361 invertase/notifee#615',
    fact: 'A button of a dead app reaches no code on many phones.',
  },
  {
    ...ios, id: 'firebase.ios.opening-button', states: ['foreground', 'background'], press: 'opening-button', opensApp: true,
    runs: ['foreground-event'], source: 'invertase/notifee#136',
    fact: 'A button that opens the app is a foreground event.',
  },
  {
    ...ios, id: 'firebase.ios.opening-button.gone', states: gone, press: 'opening-button', opensApp: true,
    runs: ['initial-notification'], unreliable: ['foreground-event'], source: 'invertase/notifee#1084',
    fact: 'A button that starts the app may be lost but for the initial notification.',
  },
  {
    ...ios, id: 'firebase.ios.dismissal.foreground', states: ['foreground'], press: 'dismissal', opensApp: false,
    runs: ['foreground-event'], source: delegate,
    fact: 'A dismissal in the foreground is a foreground event, where a category is registered.',
  },
  {
    ...ios, id: 'firebase.ios.dismissal.background', states: ['background'], press: 'dismissal', opensApp: false,
    runs: ['background-event'], source: delegate,
    fact: 'A dismissal in the background is a background event, where a category is registered.',
  },
  {
    ...ios, id: 'firebase.ios.dismissal.gone', states: gone, press: 'dismissal', opensApp: false,
    runs: [], unreliable: ['background-event'], lost: 'dismissal', source: 'invertase/notifee#361 invertase/notifee#1076',
    fact: 'A dismissal of a dead app reaches no code on many phones.',
  },
];
