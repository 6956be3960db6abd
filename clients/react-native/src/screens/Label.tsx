import type { ReactElement, ReactNode } from 'react';
import type { AccessibilityProps, StyleProp, TextStyle } from 'react-native';
import { useUI } from './PealUI.js';
import type { TextKind } from './theme.js';

export interface LabelProps extends AccessibilityProps {
  readonly kind?: TextKind;
  readonly color?: string;
  /** In the colour of text of less weight. */
  readonly soft?: boolean;
  readonly weight?: TextStyle['fontWeight'];
  readonly lines?: number;
  readonly style?: StyleProp<TextStyle>;
  readonly children?: ReactNode;
}

/** A text in one of the theme's four sizes. */
export function Label({ kind = 'body', color, soft, weight = '400', lines, style, children, ...access }: LabelProps): ReactElement {
  const { theme: { colours, type, fontFamily }, components: { Text } } = useUI();
  const size = type[kind];
  return (
    <Text
      {...access}
      numberOfLines={lines}
      style={[
        { fontSize: size, lineHeight: Math.round(size * 1.4), fontWeight: weight, color: color ?? (soft ? colours.soft : colours.ink) },
        fontFamily ? { fontFamily } : null,
        style,
      ]}
    >
      {children}
    </Text>
  );
}
