import type { AppProcess } from '../AppProcess.js';
import type { PhoneContext } from '../Context.js';
import type { Expo } from '../expo/createExpo.js';
import type { Firebase } from '../firebase/createFirebase.js';
import { createNetInfo } from './createNetInfo.js';
import { createStorage } from './createStorage.js';
import type { Native } from './Native.js';

/** The settings' page that Android calls by this name. */
const policy = 'android.settings.NOTIFICATION_POLICY_ACCESS_SETTINGS';

export function createNative(phone: PhoneContext, process: AppProcess, expo: Expo, firebase: Firebase): Native {
  const { platform, osVersion, clock, received, options, table } = phone;
  const isHeadlessBackground = table.has('headless.app-state');
  return {
    expo, firebase, ...createStorage(phone, process), NetInfo: createNetInfo(phone, process),
    AppState: {
      get currentState() {
        return process.isVisible ? 'active' : isHeadlessBackground ? 'background' : 'unknown';
      },
      addEventListener: (_, listener) => ({ remove: process.on('app-state', listener) }),
    },
    Linking: {
      openSettings: () => process.call('Linking.openSettings', [], () => phone.openSettings('app')),
      openURL: (url) => process.call('Linking.openURL', [url], () => undefined),
      canOpenURL: (url) => process.call('Linking.canOpenURL', [url], () => true),
      getInitialURL: () => process.call('Linking.getInitialURL', [], () => null),
      addEventListener: (_, listener) => ({ remove: process.on('url', listener) }),
      sendIntent: (action, extras) => process.call('Linking.sendIntent', [action, extras], () => {
        phone.openSettings(action === policy ? 'policy' : action);
      }),
    },
    Platform: {
      OS: platform, Version: platform === 'android' ? osVersion : String(osVersion),
      select: (specifics) => (platform === 'android' ? specifics.android : specifics.ios) ?? specifics.native ?? specifics.default,
    },
    ToastAndroid: { show: (message) => process.callNow('ToastAndroid.show', [message], () => void received.toasts.push(message)) },
    canUseFullScreenIntent: () => process.call('canUseFullScreenIntent', [], () => platform === 'android'
      && (osVersion < table.limit('android.full-screen', Infinity) || options.canFullScreen === true)),
    clock: { now: () => clock.now(), after: (milliseconds, callback) => process.after(milliseconds, callback) },
    during: (promise) => process.during(promise),
  };
}
