import type { EtaBoard, ParticipantDetails, ParticipantETAStatus } from '../core/model/Eta.js';
import type { EtaBoardView } from '../core/PealClient.js';
import type { Dates } from './Dates.js';
import { isolated } from './Locale.js';
import type { TextKey, Translate } from './texts.js';

export type ReplyColour = ParticipantETAStatus['colour'];
type Phase = EtaBoardView['phase'];

/** S0: "On time", "+10 min late", "Can't make it", "No response". */
export function etaText(t: Translate, { etaStatus }: ParticipantETAStatus): string {
  if (!etaStatus) return t('eta.none');
  if (etaStatus.status === 'on-time') return t('eta.onTime');
  if (etaStatus.status === 'cant-make-it') return t('eta.cantMakeIt');
  return etaStatus.estimatedMinutesLate ? t('eta.late', { count: etaStatus.estimatedMinutesLate }) : t('eta.runningLate');
}

export function rsvpText(t: Translate, { rsvpStatus }: ParticipantETAStatus): string {
  return t(({ confirmed: 'rsvp.confirmed', 'checked-in': 'rsvp.checkedIn', cancelled: 'rsvp.cancelled' } as const)[rsvpStatus]);
}

export function checkInText(t: Translate, dates: Dates, { checkedIn, checkedInAt }: ParticipantETAStatus): string {
  if (!checkedIn) return t('board.notCheckedIn');
  return checkedInAt ? t('board.checkedInAt', { time: dates.time(Date.parse(checkedInAt)) }) : t('rsvp.checkedIn');
}

/** How many gave each reply, in the order of the board. */
export function replyCounts({ summary }: EtaBoard): readonly (readonly [colour: ReplyColour, count: number, name: TextKey])[] {
  return [
    ['green', summary.onTime, 'eta.onTime'],
    ['yellow', summary.runningLate, 'eta.runningLate'],
    ['red', summary.cantMakeIt, 'eta.cantMakeIt'],
    ['gray', summary.noResponse, 'eta.none'],
  ];
}

/** S0: "8 on time, 2 running late, 1 can't make it". */
export function summaryText(t: Translate, { onTime, runningLate, cantMakeIt }: EtaBoard['summary']): string {
  const parts = [['eta.sumOnTime', onTime], ['eta.sumLate', runningLate], ['eta.sumCant', cantMakeIt]] as const;
  return parts.map(([key, count]) => t(key, { count })).join(', ');
}

/** The line above the board: replies or, once they are cleared, how many checked in. */
export function boardSummary(t: Translate, board: EtaBoard, phase: Phase): string {
  if (phase !== 'cleared') return summaryText(t, board.summary);
  const coming = board.participants.filter((one) => one.rsvpStatus !== 'cancelled');
  return t('board.checkedIn', { count: coming.filter((one) => one.checkedIn).length, total: coming.length });
}

/** When the event starts, from when participants can reply, or that replies are cleared. */
export function boardTime(t: Translate, dates: Dates, { opensAt, startsAt }: EtaBoard, phase: Phase): string {
  const at = (iso: string): string => dates.coming(Date.parse(iso), dates.now());
  if (phase === 'cleared') return t('board.cleared');
  if (phase === 'early' && opensAt) return t('board.early', { time: at(opensAt) });
  return startsAt ? t('board.starts', { time: at(startsAt) }) : '';
}

/** What a screen reader is told of a change: the one row that changed, then the summary; of many rows only the summary. */
export function boardAnnouncement(t: Translate, board: EtaBoard, changed: readonly string[], phase: Phase): string {
  const summary = boardSummary(t, board, phase);
  const one = changed.length === 1 && board.participants.find((participant) => participant.userId === changed[0]);
  return one && phase !== 'cleared' ? `${isolated(one.displayName)}: ${etaText(t, one)}. ${summary}` : summary;
}

/** Something of a participant that only the host sees; `link` calls or writes to them. */
export interface ParticipantFact {
  readonly kind: 'text' | 'phone' | 'mail';
  readonly name: string;
  readonly text: string;
  readonly link?: string;
}

const phoneNames = /^(phone|tel|telephone|mobile)/i;
const mailNames = /^e?-?mail/i;
const known: Readonly<Record<string, TextKey>> = { note: 'details.note', notes: 'details.note' };

/** What the host's app gave of a participant (R207), in its order. */
export function participantFacts(t: Translate, details: ParticipantDetails['details'] | null): ParticipantFact[] {
  return Object.entries(details ?? {}).flatMap(([key, value]): ParticipantFact[] => {
    if (value === null || typeof value === 'object' || value === '') return [];
    const text = String(value);
    const name = known[key] ? t(known[key]!) : humanised(key);
    if (phoneNames.test(key)) return [{ kind: 'phone', name, text, link: `tel:${text.replace(/[^+\d]/g, '')}` }];
    if (mailNames.test(key) && text.includes('@')) return [{ kind: 'mail', name, text, link: `mailto:${encodeURIComponent(text)}` }];
    return [{ kind: 'text', name, text }];
  });
}

/** `dietaryNeeds` as "Dietary needs". */
function humanised(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[-_]/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
