import { useRef, useState, type ReactElement } from 'react';
import { View } from 'react-native';
import type { ReplyResult } from 'peal-core';
import { replyText, type ReplyChoice } from 'peal-core/words';
import { announce } from '../announce.js';
import { Label } from '../Label.js';
import { useUI } from '../PealUI.js';

export interface QuickReplyProps {
  readonly title: string;
  readonly hideTitle?: boolean;
  readonly choices: readonly ReplyChoice[];
  readonly take: (choice: ReplyChoice) => Promise<ReplyResult>;
  /** Receives each result, also when the screen has left before the server answered. */
  readonly onReply?: (result: ReplyResult) => void;
}

/** Replies by one press. What became of it takes their place; another reply may follow, and the latest counts. */
export function QuickReply({ title, hideTitle, choices, take, onReply }: QuickReplyProps): ReactElement {
  const { theme: { colours, space }, components: { Button }, t, explain } = useUI();
  const [chosen, setChosen] = useState<string | null>(null);
  const [result, setResult] = useState<ReplyResult | null>(null);
  const [isSending, setSending] = useState(false);
  // A reply may take the notification off the list. It can be changed all the same.
  const offered = useRef(choices);
  if (choices.length || !chosen) offered.current = choices;

  async function choose(choice: ReplyChoice): Promise<void> {
    if (isSending) return;
    setSending(true);
    setChosen(choice.id);
    setResult(null);
    const given = await take(choice).catch((error: unknown): ReplyResult =>
      ({ status: 'refused', confirmation: null, link: null, error: error as ReplyResult['error'] }));
    setSending(false);
    setResult(given);
    announce(replyText(given, t, explain));
    onReply?.(given);
  }

  return (
    <View style={{ gap: space.m }}>
      {hideTitle ? null : <Label weight="600" accessibilityRole="header">{title}</Label>}
      {offered.current.length ? null : <Label kind="small" soft>{t('error.not-found')}</Label>}
      {!result || result.status === 'refused' ? (
        <View accessibilityLabel={title} accessibilityState={{ busy: isSending }} style={{ gap: space.s }}>
          {offered.current.map((choice) => (
            <Button
              key={choice.id} isWide title={choice.title} dot={choice.colour ? colours[choice.colour].fill : undefined} disabled={isSending}
              accessibilityState={{ selected: choice.id === chosen }} onPress={() => void choose(choice)}
            />
          ))}
        </View>
      ) : null}
      {result ? <Outcome result={result} again={() => setResult(null)} /> : null}
    </View>
  );
}

function Outcome({ result, again }: { readonly result: ReplyResult; readonly again: () => void }): ReactElement {
  const { theme: { colours, space, radius }, components: { Button, Icon }, t, explain } = useUI();
  const { status } = result;
  const { ink, background } = colours[status === 'refused' ? 'red' : status === 'queued' ? 'yellow' : 'green'];
  return (
    <View style={{ gap: space.xs }}>
      <View style={{ flexDirection: 'row', alignItems: 'center', gap: space.m, padding: space.m, borderRadius: radius.s, backgroundColor: background }}>
        <Icon name={status === 'refused' ? 'alert' : status === 'queued' ? 'offline' : 'check'} size={22} color={ink} />
        <Label weight="500" color={ink} style={{ flex: 1 }}>{replyText(result, t, explain)}</Label>
      </View>
      {status === 'refused' ? null : <Button kind="quiet" title={t('reply.change')} onPress={again} />}
    </View>
  );
}
