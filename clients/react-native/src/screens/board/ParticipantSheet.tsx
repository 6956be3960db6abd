import { useCallback, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { Linking, View } from 'react-native';
import type { ParticipantDetails, ParticipantETAStatus, PealClient } from 'peal-core';
import { checkInText, etaText, participantFacts, rsvpText } from 'peal-core/words';
import { Label } from '../Label.js';
import { Pill } from '../pieces.js';
import { useUI } from '../PealUI.js';
import { Sheet } from '../Sheet.js';
import { Notice } from '../states.js';

export interface ParticipantSheetProps {
  readonly peal: PealClient;
  readonly eventId: string;
  readonly one: ParticipantETAStatus;
  readonly hasReplies: boolean;
  readonly onClose: () => void;
}

/** RSVP, replies and contacts of a participant (R207). */
export function ParticipantSheet({ peal, eventId, one, hasReplies, onClose }: ParticipantSheetProps): ReactElement {
  const { theme: { space }, components: { Button }, t, dates, explain } = useUI();
  const { details, error, load } = useDetails(peal, eventId, one.userId);
  const [failure, setFailure] = useState('');
  const { etaStatus } = one;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('board.rsvp'), rsvpText(t, one)],
    ...(hasReplies ? [[t('board.eta'), <Pill tone={one.colour} text={etaText(t, one)} />] as const] : []),
    ...(hasReplies && etaStatus ? [[t('details.replied'), dates.coming(Date.parse(etaStatus.timestamp), dates.now())] as const] : []),
    ...(hasReplies && etaStatus?.message ? [[t('details.message'), etaStatus.message] as const] : []),
    [t('board.checkIn'), checkInText(t, dates, one)],
  ];
  const others = participantFacts(t, details);
  const open = (link: string): void => {
    // A tablet may have nothing that calls.
    Linking.openURL(link).catch(() => setFailure(t('error.other')));
  };
  return (
    <Sheet title={one.displayName} onClose={onClose}>
      {facts.map(([name, value]) => <Fact key={name} name={name} value={value} />)}
      {others.map(({ kind, name, text }) => kind === 'text' && <Fact key={name} name={name} value={text} />)}
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', gap: space.s }}>
        {others.map(({ kind, name, text, link }) => kind !== 'text' && (
          <Button key={name} icon={kind} title={text} accessibilityLabel={`${name}: ${text}`} onPress={() => open(link!)} />
        ))}
      </View>
      {error ? <Notice tone="red" text={explain(error)} retry={load} /> : details ? null : <Label kind="small" soft>{t('loading')}</Label>}
      {failure ? <Notice tone="red" text={failure} /> : null}
    </Sheet>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: ReactNode }): ReactElement {
  return (
    <View accessible>
      <Label kind="small" soft>{name}</Label>
      {typeof value === 'string' ? <Label>{value}</Label> : value}
    </View>
  );
}

interface Details {
  readonly details: ParticipantDetails['details'] | null;
  readonly error: unknown;
  readonly load: () => void;
}

function useDetails(peal: PealClient, eventId: string, userId: string): Details {
  const [found, setFound] = useState<Omit<Details, 'load'>>({ details: null, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isShown = true;
    setFound({ details: null, error: null });
    peal.eta.participant(eventId, userId).then(
      ({ details }) => isShown && setFound({ details, error: null }),
      (error: unknown) => isShown && setFound({ details: null, error }),
    );
    return () => {
      isShown = false;
    };
  }, [peal, eventId, userId, attempt]);
  return { ...found, load: useCallback(() => setAttempt((one) => one + 1), []) };
}
