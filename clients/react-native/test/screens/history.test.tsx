import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReactTestInstance } from 'react-test-renderer';
import { NotificationHistoryScreen } from '../../src/screens/NotificationHistoryScreen.js';
import { host } from '../host.js';
import { advance, countListeners, pass, Screen, startWorld } from '../render.js';
import { World } from '../World.js';

const replies = ['On time', '5 min late', '10 min late', '15 min late', "Can't make it"].map((title, at) =>
  ({ id: `reply-${at}`, title, type: 'quick-reply' as const, kind: 'quick-reply' as const, payload: { status: at === 0 ? 'on-time' : at === 4 ? 'cant-make-it' : 'running-late' } }));

function fill({ inbox }: World): void {
  inbox.create({ title: 'Ben thanked you', body: 'For the ride on Friday.', category: 'kudos', why: 'You take part in the spring season.', thread: 'chat-1' });
  inbox.create({ title: 'Your streak ends today', category: 'streakRisk', readAt: '2026-11-20T10:00:01Z', seenAt: '2026-11-20T10:00:01Z', createdAt: '2026-11-19T09:00:00Z' });
  inbox.create({ title: 'Run club at 12:00', category: 'eventReminders', actions: replies });
  inbox.create({ title: 'Deposit due', category: 'depositReminders', alert: true, priority: 'critical' });
}

const press = (one: ReactTestInstance, name: string): void => (one.props as { onAccessibilityAction: (event: object) => void })
  .onAccessibilityAction({ nativeEvent: { actionName: name } });

describe('S0.AC5: the history', () => {
  test('alerts first, then days and types; each row is one button with its actions', async () => {
    const world = await startWorld(fill);
    const screen = await Screen.show(world, <NotificationHistoryScreen />);
    const order = ['Notifications', 'Mark all as read', 'Action required', 'Deposit due', 'Acknowledge', 'Today', 'Event reminders', 'Run club at 12:00', 'Kudos', 'Ben thanked you', 'Yesterday', 'Streak risk', 'Your streak ends today'];
    const found = order.map((text) => screen.texts.indexOf(text));
    assert(found.every((place, at) => place >= 0 && (at === 0 || place > found[at - 1]!)), `${found.join(' ')} ${screen.text}`);
    const row = screen.one('Pressable', { accessibilityLabel: /^Unread\. Ben thanked you\. For the ride on Friday\.\. Kudos\. now$/ });
    assert.equal(row.props['accessibilityRole'], 'button');
    assert.deepEqual(row.props['accessibilityActions'], [
      { name: 'delete', label: 'Delete' }, { name: 'read', label: 'Mark as read' }, { name: 'options', label: 'Options' },
    ]);
    const alert = screen.one('Pressable', { accessibilityLabel: /^Unread\. Action required\. Deposit due/ });
    assert.deepEqual((alert.props['accessibilityActions'] as { name: string }[]).map(({ name }) => name), ['acknowledge', 'options']);
    assert(!screen.text.includes('ntf_'));
  });

  test('a press reads the row and opens its link, unless the app does that itself', async () => {
    const world = await startWorld(fill);
    const opened: string[] = [];
    world.client.links.onOpen(({ path }) => void opened.push(path));
    const screen = await Screen.show(world, <NotificationHistoryScreen />);
    await screen.press(/Ben thanked you\. For/);
    assert.deepEqual(opened, ['/kudos']);
    assert(screen.one('Pressable', { accessibilityLabel: /^Ben thanked you/ }));
    await screen.update(<NotificationHistoryScreen onOpen={() => false} hideTitle />);
    await screen.press(/^Unread\. Run club/);
    assert.deepEqual(opened, ['/kudos']);
    assert(world.phone.calls.some((call) => /PATCH .*ntf_00003.*read/.test(call)), world.phone.calls.join('\n'));
  });

  test('swipe, button and action delete; undo restores', async () => {
    const world = await startWorld(fill);
    const screen = await Screen.show(world, <NotificationHistoryScreen />);
    const swiped = screen.all('Animated.View')[1]!;
    const gesture = swiped.props as Record<string, (event: null, gesture: { dx: number; dy: number }) => unknown>;
    assert.equal(gesture['onMoveShouldSetPanResponder']!(null, { dx: 4, dy: 0 }), false);
    assert.equal(gesture['onMoveShouldSetPanResponder']!(null, { dx: 30, dy: 4 }), true);
    await screen.act(() => void gesture['onPanResponderMove']!(null, { dx: 30, dy: 0 }));
    await screen.act(() => void gesture['onPanResponderRelease']!(null, { dx: 60, dy: 0 }));
    assert(screen.text.includes('Ben thanked you'));
    await screen.act(() => void gesture['onPanResponderRelease']!(null, { dx: -200, dy: 0 }));
    assert(!screen.text.includes('Ben thanked you'));
    assert(screen.texts.includes('Notification deleted'));
    await screen.press('Undo');
    assert(screen.text.includes('Ben thanked you'));
    assert(screen.texts.includes('Restored'));

    await screen.act(() => press(screen.one('Pressable', { accessibilityLabel: /Your streak ends today\. / }), 'delete'));
    assert(!screen.text.includes('Your streak ends today'));
    await screen.press('Options: Ben thanked you');
    await screen.press('Delete');
    await advance(world, 6_000);
    assert.equal(world.inbox.rows.size, 2);
  });

  test('why, mutes, categories and read state are in the sheet of a row', async () => {
    const world = await startWorld(fill);
    const screen = await Screen.show(world, <NotificationHistoryScreen />);
    await screen.press('Options: Ben thanked you');
    for (const text of ['Why am I getting this?', 'You take part in the spring season.', 'Mute this conversation', 'Mute “Kudos”', 'Turn off “Kudos”', 'Mark as read', 'Delete']) {
      assert(screen.texts.includes(text), text);
    }
    await screen.press('Mute this conversation: 1 hour');
    assert(screen.text.includes('Muted until 11:00 AM'), screen.text);
    await screen.press('Options: Ben thanked you');
    await screen.press('Unmute: Mute this conversation');
    assert(screen.texts.includes('Unmuted'));
    await screen.press('Options: Ben thanked you');
    await screen.press('Turn off “Kudos”');
    assert.equal(world.peal.preferences('ann').categories.kudos.enabled, false);
    await screen.press('Undo');
    assert.equal(world.peal.preferences('ann').categories.kudos.enabled, true);
    await screen.press('Options: Ben thanked you');
    await screen.press('Mark as read');
    await screen.act(() => press(screen.one('Pressable', { accessibilityLabel: /^Ben thanked you/ }), 'read'));
    assert(screen.one('Pressable', { accessibilityLabel: /^Unread\. Ben/ }));
    // A locked category says why, and offers neither.
    await screen.press('Options: Deposit due');
    assert(screen.texts.includes('Required for all users'));
    assert(!screen.text.includes('Mute “Deposit reminders”'));
    world.fault = ({ path }) => (path.includes('/mutes') ? { status: 429, body: { code: 'limit-reached' } } : null);
    await screen.press('Close');
    await screen.act(() => press(screen.one('Pressable', { accessibilityLabel: /^Unread\. Ben/ }), 'options'));
    await screen.press('Mute “Kudos”: 1 day');
    await advance(world, 120_000);
  });

  test('an alert is acknowledged; five replies open in a sheet that stays with the confirmation', async () => {
    const world = await startWorld(fill);
    const screen = await Screen.show(world, <NotificationHistoryScreen />);
    await screen.press('Acknowledge: Deposit due');
    assert.equal(world.inbox.rows.get('ntf_00004')?.alert, false);
    world.fault = ({ path }) => (path.includes('/actions') ? { status: 200, body: { confirmation: "Host notified you're running 10 min late" } } : null);
    await screen.press('Reply: Run club at 12:00');
    await screen.press('10 min late');
    assert(screen.text.includes("Host notified you're running 10 min late"), screen.text);
    await pass(5_000);
    assert(host.announced.includes("Host notified you're running 10 min late"));
    await screen.press('Change reply');
    assert.deepEqual(screen.one('Pressable', { accessibilityLabel: '10 min late' }).props['accessibilityState'], { selected: true, disabled: false });
  });

  test('unread, all read, grouping, clearing', async () => {
    const world = await startWorld(fill);
    const screen = await Screen.show(world, <NotificationHistoryScreen />);
    assert.deepEqual(screen.one('Pressable', { accessibilityLabel: 'All' }).props['accessibilityState'], { selected: true });
    await screen.press('Unread');
    assert(!screen.text.includes('Your streak ends today'));
    await screen.press('Mark all as read');
    assert(screen.texts.includes('You have read everything'), screen.text);
    await screen.press('All');
    assert(!screen.texts.includes('Mark all as read'));
    await screen.press('List options');
    await screen.press('Group by type');
    assert(!screen.texts.includes('Today'));
    assert(screen.texts.includes('Streak risk'));
    await screen.press('List options');
    assert.deepEqual(screen.one('Pressable', { accessibilityLabel: 'Group by type' }).props['accessibilityState'], { checked: true });
    await screen.press('Clear all');
    assert(screen.text.includes('3 notifications cleared'), screen.text);
    await screen.press('Undo');
    assert(screen.text.includes('Ben thanked you'));
  });

  test('1,000 rows: only the window is drawn, and the end loads more', async () => {
    const world = await startWorld((made) => {
      for (let at = 0; at < 1_000; at++) made.inbox.create({ title: `Row ${at}`, seenAt: '2026-11-20T09:00:00Z', readAt: '2026-11-20T09:00:00Z' });
    });
    for (let page = 1; page < 20; page++) await world.client.inbox.loadMore();
    const screen = await Screen.show(world, <NotificationHistoryScreen />);
    assert.equal(screen.one('FlatList').props['count'], 1_002);
    assert(screen.all('Cell').length <= 40, String(screen.all('Cell').length));
    assert.equal(screen.all('ScrollView').length, 0);
    await screen.leave();

    const other = await startWorld((made) => {
      for (let at = 0; at < 60; at++) made.inbox.create({ title: `Row ${at}` });
    });
    const short = await Screen.show(other, <NotificationHistoryScreen />);
    const before = short.one('FlatList').props['count'] as number;
    await short.act(() => (short.one('FlatList').props as { onEndReached: () => void }).onEndReached());
    assert(short.one('FlatList').props['count'] as number > before);
    await short.act(() => (short.one('FlatList').props as { onRefresh: () => void }).onRefresh());
    assert.equal(short.one('FlatList').props['refreshing'], false);
  });

  test('what is looked at is seen; nothing is while the screen is behind another', async () => {
    const world = await startWorld(fill);
    const screen = await Screen.show(world, <NotificationHistoryScreen isFocused={false} />);
    const viewed = (): Promise<void> => screen.act(() => {
      const { onViewableItemsChanged, data } = screen.one('FlatList').props as { onViewableItemsChanged: (info: object) => void; data: object[] };
      onViewableItemsChanged({ viewableItems: data.map((item) => ({ item })) });
    });
    const seen = (): number => world.phone.calls.filter((call) => call === 'POST /notifications/seen').length;
    const before = seen();
    await viewed();
    assert.equal(seen(), before);
    await screen.update(<NotificationHistoryScreen isFocused />);
    await screen.act(() => void world.inbox.create({ title: 'One more' }));
    await viewed();
    assert(seen() > before);
    assert.equal(world.inbox.counts.unseenCount, 0);
  });

  test('empty, loading, failed, offline, out of date', async () => {
    const empty = await startWorld();
    const screen = await Screen.show(empty, <NotificationHistoryScreen onOpenPreferences={() => undefined} />);
    assert(screen.texts.includes('No notifications yet'));
    assert(screen.labels.includes('Notification settings'));
    await screen.leave();

    let isBroken = true;
    const failed = await startWorld((world) => {
      world.fault = ({ path }) => (isBroken && path.startsWith('/notifications') ? { status: 500, body: { code: 'internal' } } : null);
    });
    const broken = await Screen.show(failed, <NotificationHistoryScreen />);
    await advance(failed, 30_000);
    assert(broken.text.includes('This could not be loaded'), broken.text);
    isBroken = false;
    await broken.press('Try again');
    assert(broken.texts.includes('No notifications yet'), broken.text);
    await broken.leave();

    const loading = await Screen.show(new World(), <NotificationHistoryScreen />);
    assert.deepEqual(loading.one('View', { accessibilityRole: 'progressbar' }).props['accessibilityState'], { busy: true });
    await loading.leave();

    const offline = await startWorld(fill);
    const stale = await Screen.show(offline, <NotificationHistoryScreen />);
    await stale.act(() => { offline.phone.online = false; });
    await advance(offline, 1_000);
    assert(stale.texts.includes('You are offline. This may be out of date.'), stale.text);
    await stale.press('Acknowledge: Deposit due');
    await pass(60_000);
  });

  test('an app without an inbox shows nothing; no listener is left', async () => {
    const off = await startWorld((world) => { world.config = { features: { inbox: false } }; });
    await off.client.inbox.load();
    const nothing = await Screen.show(off, <NotificationHistoryScreen />);
    assert.equal(nothing.text, '');
    await nothing.leave();

    const world = await startWorld(fill);
    const count = countListeners(world.client);
    const screen = await Screen.show(world, <NotificationHistoryScreen />);
    await screen.press('Options: Ben thanked you');
    assert(count() > 2);
    await screen.leave();
    assert.equal(count(), 0);
  });
});
