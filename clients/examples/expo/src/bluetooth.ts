import { Platform } from 'react-native';
import { check, PERMISSIONS } from 'react-native-permissions';

/**
 * Whether the user lets the app use Bluetooth: attendance sessions are pushed to such phones only (`requires: {capability: bluetooth}`
 * in the catalog). Before Android 12 no permission is asked for.
 */
export async function bluetooth(): Promise<string> {
  const isAndroid = Platform.OS === 'android';
  const state = await check(isAndroid ? PERMISSIONS.ANDROID.BLUETOOTH_SCAN : PERMISSIONS.IOS.BLUETOOTH);
  return state === 'granted' || (isAndroid && state === 'unavailable') ? 'granted' : 'denied';
}
