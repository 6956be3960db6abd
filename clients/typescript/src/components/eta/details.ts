import type { ParticipantDetails, ParticipantETAStatus } from '../../core/model/Eta.js';
import { checkInText, etaText, participantFacts, rsvpText } from '../../words/board.js';
import type { Dates } from '../../words/Dates.js';
import type { Translate } from '../../words/texts.js';
import { button, closeDialog, dialog } from '../base/controls.js';
import { h, type Child } from '../base/h.js';
import type { Host } from '../base/LazyElement.js';
import { face } from './face.js';

/** A participant whose details the host looks at. */
export interface OpenDetails {
  readonly participant: ParticipantETAStatus;
  readonly details: ParticipantDetails['details'] | null;
  readonly error: string | null;
}

interface Context {
  readonly t: Translate;
  readonly dates: Dates;
  readonly icon: Host['icon'];
  readonly hasReplies: boolean;
  readonly close: () => void;
  readonly retry: () => void;
}

/** RSVP, replies and contacts of a participant (R207). */
export function detailsDialog({ participant, details, error }: OpenDetails, context: Context): Child {
  const { t, dates, icon, hasReplies, close, retry } = context;
  const { etaStatus } = participant;
  const now = dates.now();
  const facts: [string, Child][] = [[t('board.rsvp'), rsvpText(t, participant)]];
  if (hasReplies) facts.push([t('board.eta'), h('span', { class: `pill ${participant.colour}` }, etaText(t, participant))]);
  if (hasReplies && etaStatus) facts.push([t('details.replied'), dates.coming(Date.parse(etaStatus.timestamp), now)]);
  if (hasReplies && etaStatus?.message) facts.push([t('details.message'), h('span', { dir: 'auto' }, etaStatus.message)]);
  facts.push([t('board.checkIn'), checkIn(participant, context)]);
  const others = participantFacts(t, details);
  for (const { kind, name, text } of others) if (kind === 'text') facts.push([name, h('span', { dir: 'auto' }, text)]);
  const contacts = others.map(({ kind, text, link }) =>
    kind !== 'text' && h('a', { class: 'btn', href: link, dir: 'ltr' }, icon(kind), text));
  return dialog('details', participant.displayName, close,
    h('div', { class: 'who' }, face(participant), h('h2', { dir: 'auto' }, participant.displayName)),
    h('dl', { id: 'details-text' }, facts.map(([name, value]) => [h('dt', null, name), h('dd', null, value)])),
    h('div', { class: 'contacts' }, contacts),
    h('div', { role: 'status' },
      !details && !error && h('span', { class: 'soft small' }, t('loading')),
      error && h('p', { class: 'small' }, error, ' ', button('plain', retry, {}, t('retry')))),
    h('div', { class: 'line' }, button('', closeDialog, {}, t('close'))));
}

export function checkIn(one: ParticipantETAStatus, { t, dates, icon }: Pick<Context, 't' | 'dates' | 'icon'>): Child {
  const text = checkInText(t, dates, one);
  return one.checkedIn ? h('span', { class: 'in' }, icon('check'), text) : h('span', { class: 'gone' }, text);
}
