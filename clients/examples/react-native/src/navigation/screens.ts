import type { NativeStackNavigationProp, NativeStackScreenProps } from '@react-navigation/native-stack';

/** The screens above the tabs, and what they need. */
export interface Screens {
  readonly Tabs: undefined;
  readonly Event: { readonly id: string };
  readonly EventEta: { readonly id: string };
  readonly CancelEvent: { readonly id: string };
  readonly Preferences: undefined;
}

export interface Tabs {
  readonly Events: undefined;
  readonly Notifications: undefined;
  readonly Settings: undefined;
}

export type ScreenProps<Name extends keyof Screens> = NativeStackScreenProps<Screens, Name>;
export type Navigation = NativeStackNavigationProp<Screens>;
