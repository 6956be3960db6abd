import type { ReactElement } from 'react';
import { Button as PaperButton, Switch, Text } from 'react-native-paper';
import type { ButtonProps, Components } from 'peal-react-native/screens';

const modes = { primary: 'contained', secondary: 'outlined', quiet: 'text', danger: 'text' } as const;

function Button({ title, kind = 'secondary', isWide, icon: _icon, dot: _dot, ...others }: ButtonProps): ReactElement {
  const danger = kind === 'danger' ? { textColor: '#b3261e' } : {};
  return <PaperButton mode={modes[kind]} style={isWide ? { alignSelf: 'stretch' } : undefined} {...danger} {...others}>{title}</PaperButton>;
}

/** Peal's screens are drawn with React Native Paper's parts. Icons and the choice of a time stay Peal's. */
export const ui: Partial<Components> = { Text, Button, Switch };
