import { createPeal, type ETAUpdate, type EtaBoard, type ParticipantETAStatus, type PealClient } from 'peal-core';
import { FakeInboxServer } from '../../typescript/test/core/FakeInboxServer.js';
import { FakePeal } from '../../typescript/test/core/FakePeal.js';
import { FakePlatform, tokenOf, type Answer, type Sent } from '../../typescript/test/core/FakePlatform.js';

interface Category {
  readonly title: string;
  readonly description: string;
  readonly icon: string;
  readonly lockReason?: string;
}

/** S0's six categories. */
const categories: Readonly<Record<string, Category>> = {
  eventReminders: { title: 'Event reminders', description: 'Before an event that you confirmed starts.', icon: 'calendar' },
  streakRisk: { title: 'Streak risk', description: 'When your streak is about to end.', icon: 'flame' },
  questProgress: { title: 'Quest progress', description: 'Steps of your quests, and rewards.', icon: 'map' },
  kudos: { title: 'Kudos', description: 'When a friend thanks you.', icon: 'star' },
  depositReminders: { title: 'Deposit reminders', description: 'Payments that are due.', icon: 'wallet', lockReason: 'Required for all users' },
  competitiveUnlock: { title: 'Competitive unlock', description: 'New leagues and ranks.', icon: 'trophy' },
};

/** A user's phone with the servers of the core's own tests behind it, and a host's board. */
export class World {
  readonly phone = new FakePlatform();
  readonly inbox = new FakeInboxServer();
  readonly peal = new FakePeal();
  board: EtaBoard | null = null;
  details: Readonly<Record<string, unknown>> = {};
  /** Members of the configuration that a test changes. */
  config: Readonly<Record<string, unknown>> = {};
  isSignedIn = true;
  /** Answers in place of the servers, for as long as it gives one. */
  fault: (sent: Sent) => Answer | null | Promise<Answer> = () => null;
  readonly client: PealClient;

  constructor(options: { readonly cannotOpenSettings?: boolean } = {}) {
    if (options.cannotOpenSettings) Object.assign(this.phone.push, { openSettings: undefined });
    this.phone.answer = (sent) => this.answer(sent);
    this.client = createPeal({
      app: 'gss', baseUrl: 'https://peal.example', timeZone: 'UTC',
      platform: this.phone.platform({ connect: this.inbox.connect }),
      token: async () => (this.isSignedIn ? tokenOf('ann') : null),
    });
  }

  private async answer(sent: Sent): Promise<Answer> {
    const path = sent.path.split('?')[0]!;
    const fault = await this.fault(sent);
    if (fault) return fault;
    if (path === '/client-config') return { status: 200, body: this.configuration() };
    if (path.startsWith('/notifications')) return this.inbox.answer(sent);
    if (path.startsWith('/events/')) return this.event(sent, path);
    if (path.endsWith('/preview')) return { status: 404, body: { code: 'not-found' } };
    const answer = await this.peal.answer(sent);
    return path.startsWith('/users/me/notification-preferences') ? this.named(answer) : answer;
  }

  private configuration(): object {
    const base = this.peal.config();
    return {
      ...base, features: { inbox: true }, channels: ['push', 'inApp', 'email'], inbox: { readOn: this.inbox.readOn }, androidChannels: [], iosCategories: [],
      categories: Object.entries(categories).map(([key, one]) => ({
        key, name: key, title: one.title, description: one.description, icon: one.icon, adjustable: !one.lockReason, channels: {},
      })),
      links: { hosts: [], routes: ['/kudos', '/events/{id}', '/reports', '/reports/{id}', '/home'], fallback: '/home' },
      presentation: { foreground: { critical: 'full-screen', high: 'banner', normal: 'banner', low: 'banner' } },
      ...this.config,
    };
  }

  /** With the titles of the catalog, which the fake server has none of. */
  private named(answer: Answer): Answer {
    const body = answer.body as { readonly categories?: Readonly<Record<string, object>> } | undefined;
    if (!body?.categories) return answer;
    const named = Object.entries(body.categories).map(([key, one]) => [key, {
      ...one, ...categories[key], locked: categories[key]?.lockReason !== undefined,
    }]);
    return { ...answer, body: { ...body, categories: Object.fromEntries(named), quietHours: { ...(body as { quietHours: object }).quietHours, timeZone: 'Europe/Berlin' } } };
  }

  private event({ method }: Sent, path: string): Answer {
    if (!this.board) return { status: 404, body: { code: 'not-found' } };
    if (method === 'POST') return { status: 200, body: { confirmation: "Host notified you're running 10 min late" } };
    const user = path.split('/participants/')[1]?.split('/')[0];
    if (user === 'eta') return { status: 200, body: this.board };
    const one = this.board.participants.find(({ userId }) => userId === user);
    return one ? { status: 200, body: { ...one, details: this.details } } : { status: 404, body: { code: 'not-found' } };
  }

  /** A change of the board reaches the client by its stream. */
  sendBoard(board: EtaBoard): void {
    this.board = board;
    this.inbox.socket.onmessage!(JSON.stringify({ kind: 'eta.changed', channel: 'event:e1:eta', cursor: `c${board.version}`, data: { ...board, removed: [] } }));
  }
}

type Reply = 'on-time' | 'cant-make-it' | number | null;

/** A participant with a reply: minutes of delay, a word, or none. */
export function participant(displayName: string, reply: Reply, change: Partial<ParticipantETAStatus> = {}): ParticipantETAStatus {
  const userId = displayName.toLowerCase().replace(/\W+/g, '-');
  const status: ETAUpdate['status'] | null = typeof reply === 'number' ? 'running-late' : reply;
  const etaStatus: ETAUpdate | null = status && {
    eventId: 'e1', userId, status, timestamp: '2026-11-20T09:40:00Z', ...(typeof reply === 'number' ? { estimatedMinutesLate: reply } : {}),
  };
  const colour = ({ 'on-time': 'green', 'running-late': 'yellow', 'cant-make-it': 'red' } as const)[status ?? 'on-time'];
  return {
    userId, displayName, rsvpStatus: 'confirmed', checkedIn: false, colour: status ? colour : 'gray', text: '',
    ...(etaStatus ? { etaStatus } : {}), ...change,
  };
}

export function boardOf(participants: readonly ParticipantETAStatus[], change: Partial<EtaBoard> = {}): EtaBoard {
  const count = (colour: string): number => participants.filter((one) => one.colour === colour).length;
  return {
    eventId: 'e1', startsAt: '2026-11-20T11:00:00Z', opensAt: '2026-11-20T09:00:00Z', clearsAt: '2026-11-20T11:30:00Z', etaOpen: true,
    remindersSent: true, version: 1, participants,
    summary: { onTime: count('green'), runningLate: count('yellow'), cantMakeIt: count('red'), noResponse: count('gray'), text: '' },
    ...change,
  };
}
