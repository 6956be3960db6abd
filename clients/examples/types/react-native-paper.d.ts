/**
 * React Native Paper 5: what the React Native example uses. Button read from version 5.14.3, lib/typescript/components/Button/Button.d.ts;
 * the others from https://callstack.github.io/react-native-paper/docs/components/List/ListItem, .../Switch and .../Text, not compared.
 */
declare module 'react-native-paper' {
  import type { ComponentType, ReactElement, ReactNode } from 'react';
  import type { AccessibilityState, StyleProp, SwitchProps as SystemSwitchProps, TextProps as SystemTextProps, ViewStyle } from 'react-native';

  export function PaperProvider(props: { readonly children?: ReactNode }): ReactElement;

  export interface ButtonProps {
    readonly children: ReactNode;
    readonly mode?: 'text' | 'outlined' | 'contained' | 'elevated' | 'contained-tonal';
    readonly onPress?: () => void;
    readonly disabled?: boolean;
    readonly buttonColor?: string;
    readonly textColor?: string;
    readonly icon?: string;
    readonly accessibilityLabel?: string;
    readonly accessibilityState?: AccessibilityState;
    readonly style?: StyleProp<ViewStyle>;
  }
  export const Button: ComponentType<ButtonProps>;

  export const Switch: ComponentType<SystemSwitchProps & { readonly color?: string }>;

  export interface TextProps extends SystemTextProps {
    readonly variant?: 'titleLarge' | 'titleMedium' | 'bodyLarge' | 'bodyMedium' | 'labelLarge';
  }
  export const Text: ComponentType<TextProps>;

  export const Icon: ComponentType<{ readonly source: string; readonly size: number; readonly color?: string }>;
  export const Banner: ComponentType<{ readonly visible: boolean; readonly icon?: string; readonly children: ReactNode }>;

  export const List: {
    readonly Section: ComponentType<{ readonly title?: string; readonly children?: ReactNode }>;
    readonly Item: ComponentType<{ readonly title: string; readonly description?: string; readonly onPress?: () => void }>;
  };
}
