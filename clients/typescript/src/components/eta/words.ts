import type { EtaBoard, ParticipantETAStatus } from '../../core/model/Eta.js';
import type { TextKey, Values } from '../base/locale.js';

type Translate = (key: TextKey, values?: Values) => string;

/** S0: "On time", "+10 min late", "Can't make it", "No response". */
export function etaText(t: Translate, { etaStatus }: ParticipantETAStatus): string {
  if (!etaStatus) return t('eta.none');
  if (etaStatus.status === 'on-time') return t('eta.onTime');
  if (etaStatus.status === 'cant-make-it') return t('eta.cantMakeIt');
  return etaStatus.estimatedMinutesLate ? t('eta.late', { count: etaStatus.estimatedMinutesLate }) : t('eta.runningLate');
}

/** S0: "8 on time, 2 running late, 1 can't make it". */
export function summaryText(t: Translate, { onTime, runningLate, cantMakeIt }: EtaBoard['summary']): string {
  const parts = [['eta.sumOnTime', onTime], ['eta.sumLate', runningLate], ['eta.sumCant', cantMakeIt]] as const;
  return parts.map(([key, count]) => t(key, { count })).join(', ');
}

export function rsvpText(t: Translate, { rsvpStatus }: ParticipantETAStatus): string {
  return t(({ confirmed: 'rsvp.confirmed', 'checked-in': 'rsvp.checkedIn', cancelled: 'rsvp.cancelled' } as const)[rsvpStatus]);
}
