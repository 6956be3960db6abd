import type { Lifecycle, Press } from './Behaviour.js';

const page = 'https://docs.expo.dev/push-notifications/what-you-need-to-know/';
const gone: readonly Lifecycle[] = ['killed', 'swiped-away'];
const common = { kind: 'press', face: 'expo', drawn: ['remote', 'local'] } as const;
const android = { ...common, platform: 'android' } as const;
/** What FCM draws has no buttons. */
const own = { ...android, drawn: ['local'] } as const;
const ios = { ...common, platform: 'ios' } as const;

/** Presses where the app has expo-notifications. */
export const expoPresses: readonly Press[] = [
  {
    ...android, id: 'expo.android.tap.foreground', states: ['foreground'], press: 'tap', opensApp: true,
    runs: ['response-listener', 'last-response'], source: `${page} expo/expo#30649`,
    fact: 'A tap is reported by the listener and again as the last response.',
  },
  {
    ...android, id: 'expo.android.tap.background', states: ['background'], press: 'tap', opensApp: true,
    runs: ['response-listener', 'last-response'], source: `${page} expo/expo#30649`,
    fact: 'A tap brings the app up and is reported by the listener and as the last response.',
  },
  {
    ...android, id: 'expo.android.tap.gone', states: gone, press: 'tap', opensApp: true,
    runs: ['response-listener', 'last-response'], source: `${page} expo/expo#18712`,
    fact: 'A tap starts the app; the last response has it, and so has a listener of the top level.',
  },
  {
    ...own, id: 'expo.android.button.foreground', states: ['foreground'], press: 'button', opensApp: false,
    runs: ['response-listener', 'last-response'], source: page,
    fact: 'A button in the foreground is reported by the listener.',
  },
  {
    ...own, id: 'expo.android.button.background', states: ['background'], press: 'button', opensApp: false,
    runs: ['response-listener', 'last-response', 'task'], source: page,
    fact: 'A button in the background is reported by the listener and by the task.',
  },
  {
    ...own, id: 'expo.android.button.gone', states: gone, press: 'button', opensApp: false,
    runs: ['task'], source: `${page} expo/expo#35295`,
    fact: 'A button of a dead app starts it for its task, with SDK 53 or later.',
  },
  {
    ...own, id: 'expo.android.opening-button', states: ['foreground', 'background'], press: 'opening-button', opensApp: true,
    runs: ['response-listener', 'last-response'], source: page,
    fact: 'A button that opens the app is reported as a tap is.',
  },
  {
    ...own, id: 'expo.android.opening-button.gone', states: gone, press: 'opening-button', opensApp: true,
    runs: ['response-listener', 'last-response'], source: page,
    fact: 'A button that starts the app is found as the last response.',
  },
  {
    ...android, id: 'expo.android.dismissal', states: ['foreground', 'background', ...gone], press: 'dismissal', opensApp: false,
    runs: [], lost: 'dismissal', source: 'expo/expo#12946',
    fact: 'Android\'s side of the library reports no dismissal.',
  },
  {
    ...ios, id: 'expo.ios.tap.foreground', states: ['foreground'], press: 'tap', opensApp: true,
    runs: ['response-listener', 'last-response'], source: `${page} expo/expo#30649`,
    fact: 'A tap is reported by the listener and again as the last response.',
  },
  {
    ...ios, id: 'expo.ios.tap.background', states: ['background'], press: 'tap', opensApp: true,
    runs: ['response-listener', 'last-response'], source: `${page} expo/expo#30649`,
    fact: 'A tap brings the app up and is reported by the listener and as the last response.',
  },
  {
    ...ios, id: 'expo.ios.tap.gone', states: gone, press: 'tap', opensApp: true,
    runs: ['response-listener', 'last-response'], source: `${page} expo/expo#18712`,
    fact: 'A tap starts the app; a listener of the top level and the last response have it.',
  },
  {
    ...ios, id: 'expo.ios.button', states: ['foreground', 'background'], press: 'button', opensApp: false,
    runs: ['response-listener', 'last-response'], source: page,
    fact: 'A button is reported by the listener.',
  },
  {
    ...ios, id: 'expo.ios.button.gone', states: gone, press: 'button', opensApp: false,
    runs: ['response-listener', 'last-response'], source: page,
    fact: 'A button of a dead app starts it in the background, for a listener of the top level.',
  },
  {
    ...ios, id: 'expo.ios.opening-button', states: ['foreground', 'background', ...gone], press: 'opening-button', opensApp: true,
    runs: ['response-listener', 'last-response'], source: page,
    fact: 'A button that opens the app is reported as a tap is.',
  },
  {
    ...ios, id: 'expo.ios.dismissal', states: ['foreground', 'background', ...gone], press: 'dismissal', opensApp: false,
    runs: ['response-listener', 'last-response'],
    source: 'https://developer.apple.com/documentation/usernotifications/unnotificationdismissactionidentifier',
    fact: 'A dismissal is a response with Apple\'s identifier of dismissals, where the category asks for it.',
  },
];
