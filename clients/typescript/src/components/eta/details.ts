import type { ParticipantDetails, ParticipantETAStatus } from '../../core/model/Eta.js';
import { button, closeDialog, dialog } from '../base/controls.js';
import type { Dates } from '../base/Dates.js';
import { h, type Child } from '../base/h.js';
import type { TextKey, Values } from '../base/locale.js';
import type { Host } from '../base/LazyElement.js';
import { face } from './face.js';
import { etaText, rsvpText } from './words.js';

/** A participant whose details the host looks at. */
export interface OpenDetails {
  readonly participant: ParticipantETAStatus;
  readonly details: ParticipantDetails['details'] | null;
  readonly error: string | null;
}

interface Context {
  readonly t: (key: TextKey, values?: Values) => string;
  readonly dates: Dates;
  readonly icon: Host['icon'];
  readonly hasReplies: boolean;
  readonly close: () => void;
  readonly retry: () => void;
}

const phoneNames = /^(phone|tel|telephone|mobile)/i;
const mailNames = /^e?-?mail/i;
const known: Readonly<Record<string, TextKey>> = { note: 'details.note', notes: 'details.note' };

/** RSVP, replies and contacts of a participant (R207). */
export function detailsDialog({ participant, details, error }: OpenDetails, context: Context): Child {
  const { t, dates, hasReplies, close, retry } = context;
  const { etaStatus } = participant;
  const now = dates.now();
  const facts: [string, Child][] = [[t('board.rsvp'), rsvpText(t, participant)]];
  if (hasReplies) facts.push([t('board.eta'), h('span', { class: `pill ${participant.colour}` }, etaText(t, participant))]);
  if (hasReplies && etaStatus) facts.push([t('details.replied'), dates.coming(Date.parse(etaStatus.timestamp), now)]);
  if (hasReplies && etaStatus?.message) facts.push([t('details.message'), h('span', { dir: 'auto' }, etaStatus.message)]);
  facts.push([t('board.checkIn'), checkIn(participant, context)]);
  const contacts: Child[] = [];
  for (const [name, value] of Object.entries(details ?? {})) {
    if (value === null || typeof value === 'object' || value === '') continue;
    const text = String(value);
    if (phoneNames.test(name)) contacts.push(contact(context, 'phone', `tel:${text.replace(/[^+\d]/g, '')}`, text));
    else if (mailNames.test(name) && text.includes('@')) {
      contacts.push(contact(context, 'mail', `mailto:${encodeURIComponent(text)}`, text));
    } else facts.push([known[name] ? t(known[name]!) : humanised(name), h('span', { dir: 'auto' }, text)]);
  }
  return dialog('details', participant.displayName, close,
    h('div', { class: 'who' }, face(participant), h('h2', { dir: 'auto' }, participant.displayName)),
    h('dl', null, facts.map(([name, value]) => [h('dt', null, name), h('dd', null, value)])),
    h('div', { class: 'contacts' }, contacts),
    h('div', { role: 'status' },
      !details && !error && h('span', { class: 'soft small' }, t('loading')),
      error && h('p', { class: 'small' }, error, ' ', button('plain', retry, {}, t('retry')))),
    h('div', { class: 'line' }, button('', closeDialog, {}, t('close'))));
}

export function checkIn(one: ParticipantETAStatus, { t, dates, icon }: Pick<Context, 't' | 'dates' | 'icon'>): Child {
  if (!one.checkedIn) return h('span', { class: 'gone' }, t('board.notCheckedIn'));
  const at = one.checkedInAt ? dates.time(Date.parse(one.checkedInAt)) : null;
  return h('span', { class: 'in' }, icon('check'), at ? t('board.checkedInAt', { time: at }) : t('rsvp.checkedIn'));
}

function contact({ icon }: Context, name: string, href: string, text: string): Child {
  return h('a', { class: 'btn', href, dir: 'ltr' }, icon(name), text);
}

/** `dietaryNeeds` as "Dietary needs". */
function humanised(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[-_]/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
