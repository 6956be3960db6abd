import { useIsFocused, useNavigation } from '@react-navigation/native';
import { NotificationHistoryScreen } from 'peal-react-native/screens';
import type { ReactElement } from 'react';
import type { Navigation } from '../navigation/screens';

export function NotificationsScreen(): ReactElement {
  const { navigate } = useNavigation<Navigation>();
  return <NotificationHistoryScreen hideTitle isFocused={useIsFocused()} onOpenPreferences={() => navigate('Preferences')} />;
}
