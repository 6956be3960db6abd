import type { ComponentType } from 'react';
import type { AccessibilityState, SwitchProps, TextProps } from 'react-native';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

/** What a screen wants of a button. `secondary` where nothing is said. */
export interface ButtonProps {
  readonly title: string;
  readonly kind?: ButtonKind;
  /** A name of the catalog's icons. */
  readonly icon?: string;
  /** A dot before the title. */
  readonly dot?: string;
  readonly onPress: () => void;
  readonly disabled?: boolean;
  readonly accessibilityLabel?: string;
  readonly accessibilityState?: AccessibilityState;
  /** As wide as its parent. */
  readonly isWide?: boolean;
}

export interface IconProps {
  readonly name: string;
  readonly size: number;
  readonly color: string;
}

/** Chooses a time of the day. `value` is `HH:MM`. */
export interface TimePickerProps {
  readonly title: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onClose: () => void;
}

/** The parts that an app can replace by those of its design system, such as React Native Paper's. */
export interface Components {
  readonly Text: ComponentType<TextProps>;
  readonly Button: ComponentType<ButtonProps>;
  readonly Switch: ComponentType<SwitchProps>;
  readonly Icon: ComponentType<IconProps>;
  readonly TimePicker: ComponentType<TimePickerProps>;
}
