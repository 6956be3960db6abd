import * as Notifications from 'expo-notifications';
import * as SecureStore from 'expo-secure-store';
import * as TaskManager from 'expo-task-manager';
import AsyncStorage from '@react-native-async-storage/async-storage';
import messaging from '@react-native-firebase/messaging';
import notifee from '@notifee/react-native';
import * as Keychain from 'react-native-keychain';
import { MMKV } from 'react-native-mmkv';
import { asyncStorage, keychain, mmkv, type Store } from '../../src/index.js';
import type { ExpoModules } from '../../src/expo.js';
import type { FirebaseMessaging, Notifee } from '../../src/firebase.js';

/** An app hands in the modules themselves: their declarations fit what the adapter asks for. */
export const expo: Pick<ExpoModules, 'Notifications' | 'SecureStore' | 'TaskManager'> = { Notifications, SecureStore, TaskManager };
export const firebase: FirebaseMessaging = messaging();
export const screen: Notifee = notifee;
export const stores: readonly Store[] = [asyncStorage(AsyncStorage), mmkv(new MMKV()), keychain(Keychain)];
