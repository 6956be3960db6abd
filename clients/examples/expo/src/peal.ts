import AsyncStorage from '@react-native-async-storage/async-storage';
import NetInfo from '@react-native-community/netinfo';
import Constants from 'expo-constants';
import { getCalendars, getLocales } from 'expo-localization';
import * as Notifications from 'expo-notifications';
import * as SecureStore from 'expo-secure-store';
import * as TaskManager from 'expo-task-manager';
import { addTexts } from 'peal-core/words';
import es from 'peal-core/words/es';
import { asyncStorage, netInfo, phone } from 'peal-react-native';
import { sandboxTokens } from 'peal-react-native/sandbox';
import { expoPhone } from 'peal-react-native/expo';
import { AppState, Linking, Platform } from 'react-native';
import { bluetooth } from './bluetooth';
import { settings } from './settings';
import { token } from './token';

addTexts('es', es);

const os = Platform.OS === 'ios' ? 'ios' : 'android';
const storage = asyncStorage(AsyncStorage);
const { version, extra } = Constants.expoConfig ?? {};

const sandbox = () => sandboxTokens({
  url: settings.baseUrl, app: settings.app, user: () => settings.user, os, provider: 'expo', storage,
});

/** This app on this phone. index.ts imports it first. In a sandbox the pushes come from there, and Expo's modules draw them. */
export const nhs = phone({
  app: settings.app, appVersion: version, baseUrl: settings.baseUrl, AppState, storage,
  locale: () => getLocales()[0]?.languageTag ?? 'en',
  timeZone: () => getCalendars()[0]?.timeZone ?? 'UTC',
  capabilities: { bluetooth },
  ...expoPhone({ Notifications, TaskManager, SecureStore, Linking, projectId: extra?.eas?.projectId ?? '', os }),
  ...(settings.isSandbox ? sandbox() : { connectivity: netInfo(NetInfo), token }),
});

export const { client } = nhs;
