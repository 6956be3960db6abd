/**
 * React Navigation 7: what the React Native example uses, next to the package's own declarations. See
 * https://reactnavigation.org/docs/navigation-container, https://reactnavigation.org/docs/native-stack-navigator,
 * https://reactnavigation.org/docs/bottom-tab-navigator and https://reactnavigation.org/docs/use-is-focused; not compared with its source.
 */
declare module '@react-navigation/native' {
  import type { ForwardRefExoticComponent, ReactNode, RefAttributes } from 'react';

  export const NavigationContainer: ForwardRefExoticComponent<RefAttributes<NavigationContainerRef> & {
    readonly children?: ReactNode;
    readonly onReady?: () => void;
    readonly onStateChange?: () => void;
  }>;
  export function useIsFocused(): boolean;
  export function useNavigation<Navigation>(): Navigation;
}

declare module '@react-navigation/native-stack' {
  import type { ComponentType, ReactElement, ReactNode } from 'react';

  export interface NativeStackNavigationProp<Screens> {
    navigate<Name extends keyof Screens & string>(name: Name, params?: Screens[Name]): void;
    goBack(): void;
  }
  export interface NativeStackScreenProps<Screens, Name extends keyof Screens & string> {
    readonly navigation: NativeStackNavigationProp<Screens>;
    readonly route: { readonly key: string; readonly name: Name; readonly params: Screens[Name] };
  }
  export interface NativeStackNavigationOptions {
    readonly title?: string;
    readonly headerShown?: boolean;
  }
  export function createNativeStackNavigator<Screens>(): {
    readonly Navigator: ComponentType<{ readonly children: ReactNode }>;
    Screen<Name extends keyof Screens & string>(props: {
      readonly name: Name;
      readonly component: ComponentType<NativeStackScreenProps<Screens, Name>>;
      readonly options?: NativeStackNavigationOptions;
    }): ReactElement | null;
  };
}

declare module '@react-navigation/bottom-tabs' {
  import type { ComponentType, ReactElement, ReactNode } from 'react';

  export interface BottomTabNavigationOptions {
    readonly title?: string;
    readonly headerShown?: boolean;
    readonly tabBarIcon?: (props: { readonly focused: boolean; readonly color: string; readonly size: number }) => ReactNode;
  }
  export function createBottomTabNavigator<Screens>(): {
    readonly Navigator: ComponentType<{ readonly children: ReactNode }>;
    Screen<Name extends keyof Screens & string>(props: {
      readonly name: Name;
      readonly component: ComponentType;
      readonly options?: BottomTabNavigationOptions;
    }): ReactElement | null;
  };
}
