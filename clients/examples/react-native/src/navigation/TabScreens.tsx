import { createBottomTabNavigator } from '@react-navigation/bottom-tabs';
import type { ReactElement } from 'react';
import { View } from 'react-native';
import { Icon } from 'react-native-paper';
import { TabBadge } from 'peal-react-native/screens';
import { EventsScreen } from '../screens/EventsScreen';
import { NotificationsScreen } from '../screens/NotificationsScreen';
import { SettingsScreen } from '../screens/SettingsScreen';
import type { Tabs } from './screens';

const Tab = createBottomTabNavigator<Tabs>();

interface IconProps {
  readonly color: string;
  readonly size: number;
}

const events = (props: IconProps): ReactElement => <Icon source="calendar" {...props} />;
const settings = (props: IconProps): ReactElement => <Icon source="cog" {...props} />;

/** The bell with the app's badge. */
function bell(props: IconProps): ReactElement {
  return (
    <View>
      <Icon source="bell" {...props} />
      <View style={{ position: 'absolute', top: -8, start: 14 }}><TabBadge /></View>
    </View>
  );
}

export function TabScreens(): ReactElement {
  return (
    <Tab.Navigator>
      <Tab.Screen name="Events" component={EventsScreen} options={{ tabBarIcon: events }} />
      <Tab.Screen name="Notifications" component={NotificationsScreen} options={{ tabBarIcon: bell }} />
      <Tab.Screen name="Settings" component={SettingsScreen} options={{ tabBarIcon: settings }} />
    </Tab.Navigator>
  );
}
