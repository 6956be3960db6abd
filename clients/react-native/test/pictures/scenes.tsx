import type { ReactElement } from 'react';
import { View } from 'react-native';
import {
  ETADashboard, ETAQuickReply, NotificationHistoryScreen, PealBanners, PermissionSheet, PreferencesScreen, SettingsRow, SoftPrompt, TabBadge,
} from '../../src/screens/index.js';
import { boardOf, participant, World } from '../World.js';

/** A screen in one state. */
export interface Scene {
  readonly prepare?: (world: World) => void;
  readonly element: ReactElement;
  /** After the screen is shown. */
  readonly then?: (world: World, press: (label: string) => Promise<void>) => void | Promise<void>;
  /** Taller than a phone, so that all of it is in the picture. */
  readonly height?: number;
  /** The client is not started: everything loads. */
  readonly isLoading?: boolean;
}

const replies = ['On time', '5 min late', '10 min late', '15 min late', "Can't make it"].map((title, at) => ({
  id: `reply-${at}`, title, type: 'quick-reply' as const, kind: 'quick-reply' as const, token: `t${at}`,
  payload: { status: at === 0 ? 'on-time' : at === 4 ? 'cant-make-it' : 'running-late' },
}));

function fill({ inbox }: World): void {
  const read = { seenAt: '2026-11-19T12:00:00Z', readAt: '2026-11-19T12:00:00Z' };
  const early = { createdAt: '2026-11-19T09:00:00Z', ...read };
  inbox.create({ ...early, title: 'Weekly league unlocked', body: 'You can now join the autumn league with your club.', category: 'competitiveUnlock' });
  inbox.create({ ...early, title: 'Quest step done', body: 'Two of five runs are in. Three to go until Sunday.', category: 'questProgress' });
  inbox.create({ ...early, title: 'Mia thanked you', body: 'For carrying the first-aid kit.', category: 'kudos' });
  inbox.create({ title: 'Ben thanked you', body: 'For the ride on Friday. He says the coffee was worth every kilometre, and he will bring the cake next time.', category: 'kudos', thread: 'chat-1', why: 'You take part in the spring season, and your friends may thank you.', createdAt: '2026-11-20T07:10:00Z' });
  inbox.create({ title: 'Your streak ends today', body: 'One run keeps your 12 days.', category: 'streakRisk', createdAt: '2026-11-20T08:30:00Z', ...read });
  inbox.create({ title: 'Run club starts at 12:00', body: 'When will you arrive?', category: 'eventReminders', actions: replies, createdAt: '2026-11-20T09:57:00Z' });
  inbox.create({ title: 'Deposit due today', body: 'Pay 20 € to keep your place in the winter trip.', category: 'depositReminders', alert: true, priority: 'critical', createdAt: '2026-11-20T09:00:00Z' });
}

const guests = [
  participant('Ann Lee', 'on-time', { rsvpStatus: 'checked-in', checkedIn: true, checkedInAt: '2026-11-20T09:48:00Z' }),
  participant('John Dominguez', 10), participant('Priya Natarajan', 'on-time'), participant('Lukas Weber', 5), participant('Omar Haddad', 'cant-make-it'),
  participant('Mia Sørensen', null), participant('Chloé Martin', 'on-time'), participant('Tom', null), participant('Dana Petrova-Konstantinidou', 15),
].map((one) => (one.userId === 'lukas-weber' ? { ...one, etaStatus: { ...one.etaStatus!, message: 'The tram is stuck at the bridge.' } } : one));
const withBoard = (world: World): void => {
  world.board = boardOf(guests);
  world.details = { phone: '+49 30 901820', email: 'lukas@example.org', dietaryNeeds: 'Vegan', note: 'Brings the tent.' };
};
const push = (id: string, title: string, body: string, change: object = {}): object => ({
  peal: { v: 1, app: 'gss', op: 'show', id, type: 'kudos', category: 'kudos', priority: 'normal', link: '/kudos', ...change }, title, body,
});
const breaks = (part: string, status: number, code: string) => (world: World): void => {
  world.fault = ({ path }) => (path.includes(part) ? { status, body: { code } } : null);
};
const confirmed = ({ path }: { readonly path: string }) => (path.includes('/eta') || path.includes('/actions')
  ? { status: 200, body: { confirmation: "Host notified you're running 10 min late" } } : null);
const reports = { strategy: 'firstLaunch', texts: { prompt: 'Allow notifications so we can keep you updated when your report status changes.', softPrompt: 'Enable notifications to get status updates' }, softPrompt: { every: 'P30D', routes: ['/reports'] } };
const page = (child: ReactElement): ReactElement => <View style={{ flex: 1, padding: 16, justifyContent: 'center' }}>{child}</View>;

export const scenes: Readonly<Record<string, Scene>> = {
  'preferences': { element: <PreferencesScreen />, height: 1_560 },
  'preferences-denied': {
    prepare: ({ phone }) => { phone.push.state = 'denied'; }, element: <PreferencesScreen />,
    then: async ({ client }, press) => {
      await client.preferences.mute({ scope: 'all', for: 'P1D' });
      await client.preferences.mute({ scope: 'category', id: 'kudos', for: null });
      await press('Event reminders: Push, In-app');
    }, height: 1_680,
  },
  'preferences-queued': {
    element: <PreferencesScreen />,
    then: async (world) => {
      world.phone.online = false;
      await world.client.preferences.setCategory('kudos', { enabled: false });
    },
  },
  'preferences-not-saved': {
    element: <PreferencesScreen />, height: 1_100,
    then: async (world) => {
      world.fault = ({ method }) => (method === 'PATCH' ? { status: 429, body: { code: 'limit-reached' } } : null);
      void world.client.preferences.setCategory('eventReminders', { enabled: false });
      for (let at = 0; at < 8; at++) await world.phone.clock.advance(20_000);
    },
  },
  'preferences-loading': { element: <PreferencesScreen />, isLoading: true },
  'preferences-failed': { prepare: breaks('notification-preferences', 500, 'internal'), element: <PreferencesScreen /> },
  'preferences-reset': { element: <PreferencesScreen />, then: (_, press) => press('Reset to Defaults') },
  'preferences-time': { element: <PreferencesScreen />, then: (_, press) => press('From: 22:00') },
  'history': { prepare: fill, element: <NotificationHistoryScreen onOpenPreferences={() => undefined} />, height: 1_180 },
  'history-by-type': { prepare: fill, element: <NotificationHistoryScreen initialGroupBy="type" /> },
  'history-empty': { element: <NotificationHistoryScreen /> },
  'history-all-read': {
    prepare: fill, element: <NotificationHistoryScreen />,
    then: async (_, press) => {
      await press('Acknowledge: Deposit due today');
      await press('Unread');
      await press('Mark all as read');
    },
  },
  'history-loading': { element: <NotificationHistoryScreen />, isLoading: true },
  'history-failed': { prepare: breaks('/notifications?', 500, 'internal'), element: <NotificationHistoryScreen /> },
  'history-stale': { prepare: fill, element: <NotificationHistoryScreen />, then: ({ phone }) => { phone.online = false; } },
  'history-why': { prepare: fill, element: <NotificationHistoryScreen />, then: (_, press) => press('Options: Ben thanked you') },
  'history-reply': { prepare: fill, element: <NotificationHistoryScreen />, then: (_, press) => press('Reply: Run club starts at 12:00') },
  'history-menu': { prepare: fill, element: <NotificationHistoryScreen />, then: (_, press) => press('List options') },
  'history-undo': { prepare: fill, element: <NotificationHistoryScreen />, then: ({ client }) => client.inbox.remove('ntf_00004') },
  'board': { prepare: withBoard, element: <ETADashboard eventId="e1" /> },
  'board-filtered': { prepare: withBoard, element: <ETADashboard eventId="e1" />, then: (_, press) => press('Running late: 3') },
  'board-details': { prepare: withBoard, element: <ETADashboard eventId="e1" />, then: (_, press) => press('Lukas Weber. +5 min late. The tram is stuck at the bridge.. Not checked in. Confirmed') },
  'board-early': { prepare: (world) => { world.board = boardOf(guests.map((one) => participant(one.displayName, null)), { opensAt: '2026-11-20T10:30:00Z', etaOpen: false }); }, element: <ETADashboard eventId="e1" /> },
  'board-cleared': { prepare: (world) => { world.board = boardOf(guests, { startsAt: '2026-11-20T09:00:00Z', clearsAt: '2026-11-20T09:30:00Z', opensAt: '2026-11-20T07:00:00Z', etaOpen: false }); }, element: <ETADashboard eventId="e1" /> },
  'board-not-host': { element: <ETADashboard eventId="e1" /> },
  'reply': { prepare: withBoard, element: page(<ETAQuickReply eventId="e1" />) },
  'reply-sent': { prepare: (world) => { withBoard(world); world.fault = ({ method, path }) => (method === 'POST' ? confirmed({ path }) : null); }, element: page(<ETAQuickReply eventId="e1" />), then: (_, press) => press('10 min late') },
  'reply-queued': { prepare: withBoard, element: page(<ETAQuickReply eventId="e1" />), then: async (world, press) => { world.phone.online = false; await press('On time ✓'); } },
  'reply-refused': { prepare: breaks('/events/e1/eta', 409, 'not-open'), element: page(<ETAQuickReply eventId="e1" />), then: (_, press) => press('10 min late') },
  'permission': { prepare: ({ phone, peal }) => { phone.push.state = 'not-determined'; peal.permission = reports; }, element: <><NotificationHistoryScreen /><PermissionSheet /></> },
  'soft-prompt': { prepare: ({ phone, peal }) => { phone.push.state = 'denied'; peal.permission = reports; }, element: page(<SoftPrompt screen="/reports" />) },
  'banners': {
    prepare: fill, element: <><NotificationHistoryScreen /><PealBanners currentLink="/none" /></>,
    then: async ({ client: { foreground } }) => {
      await foreground.received(push('ntf_b1', 'Mia thanked you', 'For the playlist on the way home.'));
      await foreground.received(push('ntf_b2', 'Shall we move the start to 13:00?', 'It rains until noon.', { actions: [{ id: 'y', title: 'Yes', kind: 'quick-reply' }, { id: 'n', title: 'No', kind: 'quick-reply' }] }));
    },
  },
  'full-screen': {
    prepare: fill, element: <><NotificationHistoryScreen /><PealBanners currentLink="/none" /></>,
    then: ({ client: { foreground } }) => foreground.received(push('ntf_f1', 'Run club starts at 12:00', 'When will you arrive?', { priority: 'critical', actions: replies })),
  },
  'settings': {
    prepare: fill,
    element: <View style={{ flex: 1 }}><SettingsRow onPress={() => undefined} /><View style={{ padding: 24, alignItems: 'flex-start' }}><TabBadge category="kudos" /></View></View>,
  },
};
