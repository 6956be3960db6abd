import { router, usePathname } from 'expo-router';
import { NotificationHistoryScreen, SettingsRow, SoftPrompt } from 'peal-react-native/screens';
import type { ReactElement } from 'react';

const settings = (): void => router.push('/preferences');

export default function Notifications(): ReactElement {
  const isFocused = usePathname() === '/notifications';
  return (
    <>
      <SettingsRow onPress={settings} />
      <SoftPrompt screen="/notifications" />
      <NotificationHistoryScreen hideTitle isFocused={isFocused} onOpenPreferences={settings} />
    </>
  );
}
