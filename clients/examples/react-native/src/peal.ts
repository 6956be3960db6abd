import notifee from '@notifee/react-native';
import AsyncStorage from '@react-native-async-storage/async-storage';
import NetInfo from '@react-native-community/netinfo';
import messaging from '@react-native-firebase/messaging';
import { addTexts } from 'peal-core/words';
import de from 'peal-core/words/de';
import { asyncStorage, keychain, netInfo, phone } from 'peal-react-native';
import { sandboxTokens } from 'peal-react-native/sandbox';
import { firebaseTokens } from 'peal-react-native/firebase';
import { notifeeScreen } from 'peal-react-native/notifee';
import { AppState, Linking, Platform } from 'react-native';
import * as Keychain from 'react-native-keychain';
import { session, token } from './session';
import { settings } from './settings';

addTexts('de', de);

const os = Platform.OS === 'ios' ? 'ios' : 'android';
const storage = asyncStorage(AsyncStorage);
const locale = (): string => Intl.DateTimeFormat().resolvedOptions().locale;
const screen = { notifee, Linking, os, osVersion: Platform.Version, storage, locale } as const;

/** In a sandbox the app draws all pushes, so that Firebase needs no project. */
const sandbox = () => ({
  screen: notifeeScreen(screen),
  ...sandboxTokens({ url: settings.baseUrl, app: settings.app, user: session.get, os, storage }),
});

/** The module draws what has buttons, and reports presses of what Firebase or iOS drew. */
const firebase = () => ({
  screen: notifeeScreen({ ...screen, messaging: messaging() }),
  tokens: firebaseTokens({ messaging: messaging(), os }),
  connectivity: netInfo(NetInfo), token,
});

/** This app on this phone. index.js imports it first. */
export const gss = phone({
  app: settings.app, appVersion: settings.appVersion, baseUrl: settings.baseUrl,
  AppState, os, storage, locale, secrets: keychain(Keychain),
  timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...(settings.isSandbox ? sandbox() : firebase()),
});

export const { client } = gss;

/** Another user uses the app: the device is revoked for the first one, and registered for the next. */
export async function signInAs(user: string | null): Promise<void> {
  await client.signOut();
  session.set(user);
  if (user !== null) await client.signedIn();
}
