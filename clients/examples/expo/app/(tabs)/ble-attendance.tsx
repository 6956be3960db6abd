import { useLocalSearchParams } from 'expo-router';
import { useEffect, useState, type ReactElement } from 'react';
import { Platform, Text } from 'react-native';
import { PERMISSIONS, request } from 'react-native-permissions';
import { Items } from '../../src/Items';
import { client } from '../../src/peal';

/** A push of a session leads here with `autoScan=true`: the scan starts without a tap. */
export default function BleAttendance(): ReactElement {
  const { session, autoScan } = useLocalSearchParams<{ session?: string; autoScan?: string }>();
  const [isScanning, setScanning] = useState(false);
  useEffect(() => {
    if (autoScan !== 'true') return;
    void (async () => {
      const state = await request(Platform.OS === 'android' ? PERMISSIONS.ANDROID.BLUETOOTH_SCAN : PERMISSIONS.IOS.BLUETOOTH);
      // What changed is said now; `capabilities` says it at each start.
      await client.devices.setCapabilities({ bluetooth: state === 'granted' ? 'granted' : 'denied' });
      setScanning(state === 'granted');
    })();
  }, [session, autoScan]);
  const header = <Text style={{ padding: 16 }}>{isScanning ? `Scanning for session ${session}…` : 'No session is open.'}</Text>;
  return <Items path="/ble-attendance" category="ble-sessions" items={[]} header={header} />;
}
