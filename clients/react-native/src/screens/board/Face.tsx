import { useState, type ReactElement } from 'react';
import { Image, View } from 'react-native';
import type { ParticipantETAStatus } from 'peal-core';
import { decoration } from '../decoration.js';
import { Label } from '../Label.js';
import { useUI } from '../PealUI.js';

/** A participant's picture, or their initials: pictures may be missing. */
export function Face({ one: { displayName, avatar } }: { readonly one: ParticipantETAStatus }): ReactElement {
  const { colours } = useUI().theme;
  const [isBroken, setBroken] = useState(false);
  const initials = displayName.split(/\s+/).map((word) => [...word][0] ?? '').slice(0, 2).join('').toUpperCase();
  return (
    <View
      {...decoration}
      style={{ width: 40, height: 40, borderRadius: 20, overflow: 'hidden', alignItems: 'center', justifyContent: 'center', backgroundColor: colours.tint }}
    >
      {avatar && /^https:/.test(avatar) && !isBroken
        ? <Image source={{ uri: avatar }} onError={() => setBroken(true)} style={{ width: 40, height: 40 }} />
        : <Label kind="tiny" weight="700" color={colours.link}>{initials}</Label>}
    </View>
  );
}
