import { memo, type ReactElement } from 'react';
import { Pressable, View } from 'react-native';
import type { ParticipantETAStatus } from 'peal-core';
import { checkInText, etaText, rsvpText } from 'peal-core/words';
import { Label } from '../Label.js';
import { Pill } from '../pieces.js';
import { useUI } from '../PealUI.js';
import { Face } from './Face.js';

export interface ParticipantRowProps {
  readonly one: ParticipantETAStatus;
  /** Wide enough for columns. */
  readonly isWide: boolean;
  /** Replies are cleared: check-in comes first (S0 W3.10). */
  readonly isCleared: boolean;
  readonly isChanged: boolean;
  readonly onPress: (one: ParticipantETAStatus) => void;
}

/** S0.AC4.3: the reply in its words and its colour, with RSVP and check-in. */
export const ParticipantRow = memo(function ParticipantRow({ one, isWide, isCleared, isChanged, onPress }: ParticipantRowProps): ReactElement {
  const { theme: { colours, space }, components: { Icon }, t, dates } = useUI();
  const rsvp = rsvpText(t, one);
  const reply = etaText(t, one);
  const checkIn = checkInText(t, dates, one);
  const message = one.etaStatus?.message;
  const said = [one.displayName, isCleared ? '' : reply, isCleared ? '' : message, checkIn, rsvp === checkIn ? '' : rsvp];
  const pill = isCleared ? null : <Pill tone={one.colour} text={reply} />;
  const note = message && !isCleared ? <Label kind="small" soft lines={2}>{message}</Label> : null;
  const checked = (
    <View style={{ flexDirection: 'row', alignItems: 'center', gap: space.xs, flexShrink: 1 }}>
      {one.checkedIn ? <Icon name="check" size={16} color={colours.green.ink} /> : null}
      <Label kind="small" color={one.checkedIn ? colours.green.ink : colours.soft} style={{ flexShrink: 1 }}>{checkIn}</Label>
    </View>
  );
  return (
    <Pressable
      accessibilityRole="button"
      accessibilityLabel={said.filter(Boolean).join('. ')}
      onPress={() => onPress(one)}
      style={({ pressed }) => ({
        flexDirection: 'row', alignItems: 'center', gap: space.m, paddingVertical: space.m, paddingHorizontal: space.l, borderBottomWidth: 1,
        borderColor: colours.line, backgroundColor: isChanged ? colours.tint : colours.surface, opacity: pressed ? 0.6 : 1,
      })}
    >
      <Face one={one} />
      {isWide ? (
        <>
          <Label weight="600" style={{ flex: 3 }}>{one.displayName}</Label>
          {isCleared ? <View style={{ flex: 3 }}>{checked}</View> : null}
          <Label kind="small" soft style={{ flex: 2 }}>{rsvp}</Label>
          {isCleared ? null : <View style={{ flex: 3, gap: 2 }}>{pill}{note}</View>}
          {isCleared ? null : <View style={{ flex: 3 }}>{checked}</View>}
        </>
      ) : (
        <View style={{ flex: 1, gap: space.xs }}>
          <View style={{ flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: space.xs }}>
            <Label weight="600" style={{ flexShrink: 1 }}>{one.displayName}</Label>
            {pill}
          </View>
          {note}
          <View style={{ flexDirection: 'row', flexWrap: 'wrap', columnGap: space.m }}>
            {isCleared ? checked : null}
            {/* "Checked in" says no more than "Checked in at 9:48" next to it. */}
            {one.checkedIn && one.rsvpStatus === 'checked-in' ? null : <Label kind="small" soft>{rsvp}</Label>}
            {isCleared ? null : checked}
          </View>
        </View>
      )}
    </Pressable>
  );
});

/** The names of the columns, where there are columns. */
export function ColumnNames({ isCleared }: { readonly isCleared: boolean }): ReactElement {
  const { theme: { colours, space }, t } = useUI();
  const name = (flex: number, text: string): ReactElement => <Label key={text} kind="small" weight="600" soft style={{ flex }}>{text}</Label>;
  return (
    <View
      style={{
        flexDirection: 'row', gap: space.m, paddingHorizontal: space.l, paddingVertical: space.s, borderTopWidth: 1, borderBottomWidth: 1,
        borderColor: colours.line, backgroundColor: colours.surface,
      }}
    >
      <View style={{ width: 40 }} />
      {isCleared
        ? [name(3, t('board.name')), name(3, t('board.checkIn')), name(2, t('board.rsvp'))]
        : [name(3, t('board.name')), name(2, t('board.rsvp')), name(3, t('board.eta')), name(3, t('board.checkIn'))]}
    </View>
  );
}
