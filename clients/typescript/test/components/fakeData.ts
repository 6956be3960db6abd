import type { ClientConfig } from '../../src/core/model/ClientConfig.js';
import type { EtaBoard, EtaWord, ParticipantETAStatus } from '../../src/core/model/Eta.js';
import type { Notification } from '../../src/core/model/Notification.js';
import type { CategoryPreference, NotificationPreferences } from '../../src/core/model/Preferences.js';

const HOUR = 3_600_000;

type Kind = readonly [key: string, name: string, title: string, description: string, icon: string];

const kinds: readonly Kind[] = [
  ['eventReminders', 'event-reminder', 'Event reminders', 'An hour before an event you joined.', 'calendar'],
  ['streakRisk', 'streak-risk', 'Streak at risk', 'Before a streak of yours ends.', 'flame'],
  ['questProgress', 'quest-progress', 'Quest progress', 'When a quest of yours moves on.', 'map'],
  ['kudos', 'kudos', 'Kudos', 'When another user thanks you.', 'star'],
  ['depositReminders', 'deposit-reminder', 'Deposit reminders', 'Before a deposit is due.', 'wallet'],
  ['competitiveUnlock', 'competitive-unlock', 'Competitions unlocked', 'When a competition opens for you.', 'trophy'],
];
const safety: Kind = ['safety', 'safety', 'Safety alerts', 'Failed sobriety checks of drivers.', 'shield'];

const texts: readonly (readonly [category: string, title: string, body: string])[] = [
  ['event-reminder', 'Lunch run starts soon', 'Starts at 18:00, Town park. Will you be on time?'],
  ['kudos', 'Dana sent you kudos', '“Thanks for setting up!”'],
  ['streak-risk', 'Your streak is at risk', 'Your streak of 12 days ends tonight. One check-in keeps it.'],
  ['quest-progress', 'Explorer: 60 % done', 'Next step: Visit two more parks.'],
  ['deposit-reminder', 'Your deposit is due', '$25.00 for Weekend hike is due on November 25, 2026. Pay it in the app before the day ends, or your place goes to the next one on the list.'],
  ['competitive-unlock', 'A competition is open for you', 'You unlocked City League. The first round starts on December 1.'],
];

export const config: ClientConfig = {
  app: 'gss', name: 'GSS', catalogVersion: 3, features: { inbox: true, quietHours: true }, channels: ['push', 'inApp'], inbox: { readOn: 'tap' },
  permission: { strategy: 'firstLaunch', texts: {
    prompt: 'Allow notifications so that we can remind you of your events and you can say when you arrive.', softPrompt: 'Enable Push Notifications',
  } },
  categories: [...kinds, safety].map(([key, name, title, description, icon]) => ({ key, name, title, description, icon, adjustable: true, channels: {} })),
  links: { hosts: ['gss.example'], routes: ['/events/{id}'], fallback: '/' }, presentation: {},
};

export function notifications(count: number, now: number, changes: (index: number) => Partial<Notification> = () => ({})): Notification[] {
  return Array.from({ length: count }, (_, index) => {
    const [category, title, body] = texts[index % texts.length]!;
    // The inbox keeps 30 days; the first rows are minutes and hours old.
    const age = count > 100 ? (index / count) * 29.5 * 24 * HOUR : index * index * 0.11 * HOUR + index * 7 * 60_000;
    const createdAt = new Date(now - age - 20_000).toISOString();
    const replies = category === 'event-reminder' && index < 6 ? actions : undefined;
    return {
      id: `ntf_${index}`, userId: 'ann', category, title: index < texts.length ? title : `${title} (${index})`, body, data: {}, channels: ['push', 'in-app'],
      status: 'delivered', priority: 'normal', createdAt, type: category, link: '/', alert: false, why: 'You said that you are coming to this event.',
      thread: `thread/${category}`, ...(index > 3 ? { readAt: createdAt } : {}), ...(replies ? { actions: replies } : {}), ...changes(index),
    };
  });
}

const actions: Notification['actions'] = [
  { id: 'on-time', title: 'On time ✓', type: 'quick-reply', payload: { status: 'on-time' } },
  ...[5, 10, 15].map((late) => ({ id: `late-${late}`, title: `${late} min late`, type: 'quick-reply' as const, payload: { status: 'running-late', minutesLate: late } })),
  { id: 'cant-make-it', title: "Can't make it ✗", type: 'quick-reply', payload: { status: 'cant-make-it' } },
];

export function alertRow(now: number): Notification {
  return {
    ...notifications(1, now)[0]!, id: 'ntf_alert', category: 'safety', type: 'sep-failure', title: 'Sobriety check failed', actions: undefined,
    body: 'Sam failed the check at Homecoming at 21:04. Assign another driver.', alert: true, priority: 'critical',
    why: 'You are an admin of this group.', thread: undefined,
  };
}

export function preferences(now: number): NotificationPreferences {
  const category = ([, name, title, description, icon]: Kind): CategoryPreference =>
    ({ enabled: true, channels: { push: true, email: false, inApp: true }, locked: false, name, title, description, icon });
  const at = new Date(now).toISOString();
  return {
    userId: 'ann', categories: {
      ...Object.fromEntries(kinds.map((kind) => [kind[0], category(kind)])),
      safety: { ...category(safety), locked: true, lockReason: 'Required for your role' },
    },
    globalSettings: { pushEnabled: true, emailEnabled: false, inAppEnabled: true },
    quietHours: { enabled: true, start: '22:00', end: '08:00', timeZone: 'Europe/Berlin', editable: true },
    mutes: [], enabledCount: 7, version: 4, updatedAt: at, syncedAt: at,
  };
}

const names = ['Amira Haddad', 'Ben Okafor', 'Chloé Martin', 'Daniel Fischer', 'Elif Yılmaz', 'Farid Rahimi', 'Grace Kim', 'Hanna Nowak',
  'John D', 'Iván Morales', 'Jonas Berg', 'Katarzyna Wiśniewska-Brzęczyszczykiewicz', 'Leo Rossi', 'Mina Park'];

export function board(now: number, count = names.length): EtaBoard {
  const participants = Array.from({ length: count }, (_, index): ParticipantETAStatus => {
    const name = names[index % names.length]! + (index < names.length ? '' : ` ${index}`);
    const kind = index % names.length;
    const word: EtaWord | null = kind < 8 ? 'on-time' : kind < 10 ? 'running-late' : kind === 10 ? 'cant-make-it' : null;
    return participant(`u${index}`, name, word, kind === 8 ? 10 : 5, now, index);
  });
  return withSummary({
    eventId: 'lunch-run', startsAt: new Date(now + 0.7 * HOUR).toISOString(), opensAt: new Date(now - 1.3 * HOUR).toISOString(),
    clearsAt: new Date(now + 1.2 * HOUR).toISOString(), etaOpen: true, remindersSent: true, version: 1, participants,
    summary: { onTime: 0, runningLate: 0, cantMakeIt: 0, noResponse: 0, text: '' },
  });
}

export function participant(userId: string, displayName: string, word: EtaWord | null, minutes: number, now: number, index = 0): ParticipantETAStatus {
  const isIn = word === 'on-time' && index < 3;
  return {
    userId, displayName, rsvpStatus: word === 'cant-make-it' ? 'cancelled' : isIn ? 'checked-in' : 'confirmed', checkedIn: isIn,
    ...(isIn ? { checkedInAt: new Date(now - index * 120_000).toISOString() } : {}),
    colour: word === 'on-time' ? 'green' : word === 'running-late' ? 'yellow' : word ? 'red' : 'gray',
    text: word === 'on-time' ? 'On time' : word === 'running-late' ? `+${minutes} min late` : word ? "Can't make it" : 'No response',
    ...(word ? { etaStatus: {
      eventId: 'lunch-run', userId, status: word, timestamp: new Date(now - 900_000).toISOString(),
      ...(word === 'running-late' ? { estimatedMinutesLate: minutes } : {}), ...(index === 8 ? { message: 'The tram is late, start without me' } : {}),
    } } : {}),
  };
}

export function withSummary(board: EtaBoard): EtaBoard {
  const count = (colour: ParticipantETAStatus['colour']): number => board.participants.filter((one) => one.colour === colour).length;
  const [onTime, runningLate, cantMakeIt, noResponse] = [count('green'), count('yellow'), count('red'), count('gray')];
  return { ...board, summary: { onTime, runningLate, cantMakeIt, noResponse, text: `${onTime} on time, ${runningLate} running late, ${cantMakeIt} can't make it` } };
}
