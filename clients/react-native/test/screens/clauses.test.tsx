import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useState, type ReactElement } from 'react';
import { Pressable, Text, View, type SwitchProps } from 'react-native';
import type { ButtonProps, IconProps } from '../../src/screens/index.js';
import { ETADashboard } from '../../src/screens/ETADashboard.js';
import { ETAStatusButton } from '../../src/screens/ETAStatusButton.js';
import { NotificationHistoryScreen } from '../../src/screens/NotificationHistoryScreen.js';
import { PreferencesScreen } from '../../src/screens/PreferencesScreen.js';
import { SettingsRow } from '../../src/screens/SettingsRow.js';
import { TabBadge } from '../../src/screens/TabBadge.js';
import { themeOf } from '../../src/screens/theme.js';
import { host } from '../host.js';
import { advance, Screen, startWorld } from '../render.js';
import { boardOf, participant } from '../World.js';

const six = ['Event reminders', 'Streak risk', 'Quest progress', 'Kudos', 'Deposit reminders', 'Competitive unlock'];

/** Another part of the app, which is led to by the first one. */
function Ways({ first, then }: { readonly first: (go: () => void) => ReactElement; readonly then: ReactElement }): ReactElement {
  const [isThere, go] = useState(false);
  return isThere ? then : first(() => go(true));
}

describe('the preference screen, clause by clause', () => {
  test('six categories, each with its switch, which turns off and on', async () => {
    const world = await startWorld();
    const screen = await Screen.show(world, <PreferencesScreen />);
    const isOn = (name: string): unknown => screen.one('Switch', { accessibilityLabel: name }).props['value'];
    const found = screen.all('Switch').map((one) => one.props['accessibilityLabel']).filter((name) => six.includes(name as string));
    assert.deepEqual(found, six);
    for (const name of six) {
      assert.equal(isOn(name), true);
      // The locked one cannot be turned.
      if (screen.one('Switch', { accessibilityLabel: name }).props['disabled']) continue;
      await screen.turn(name, false);
      assert.equal(isOn(name), false, name);
      await screen.turn(name, true);
      assert.equal(isOn(name), true, name);
    }
    assert(screen.text.includes('6 of 6 categories enabled'));
  });

  test('the master switch turns notifications off on the server, and on again', async () => {
    const world = await startWorld();
    const screen = await Screen.show(world, <PreferencesScreen />);
    await screen.turn('Push Notifications Enabled', false);
    assert.equal(world.peal.preferences('ann').globalSettings.pushEnabled, false);
    assert.equal(screen.one('Switch', { accessibilityLabel: 'Push Notifications Enabled' }).props['value'], false);
    await screen.turn('Push Notifications Enabled', true);
    assert.equal(world.peal.preferences('ann').globalSettings.pushEnabled, true);
    assert.equal(world.phone.push.asked, 0);
  });

  test('after a restart without a network the settings are those of before, and said to be', async () => {
    const before = await startWorld();
    const first = await Screen.show(before, <PreferencesScreen />);
    await first.turn('Kudos', false);
    await first.leave();
    const world = await startWorld(({ phone }) => {
      for (const [key, value] of before.phone.storage.values) phone.storage.values.set(key, value);
      phone.online = false;
    });
    const screen = await Screen.show(world, <PreferencesScreen />);
    assert.equal(screen.one('Switch', { accessibilityLabel: 'Kudos' }).props['value'], false);
    assert(screen.text.includes('5 of 6 categories enabled'), screen.text);
    assert(screen.text.includes('You are offline'), screen.text);
  });

  test('switches, buttons and icons of the app\'s own design system work as Peal\'s do', async () => {
    const Paper = {
      Switch: ({ value, onValueChange, accessibilityLabel, disabled }: SwitchProps): ReactElement => (
        <Pressable accessibilityLabel={`Paper ${accessibilityLabel} ${value}`} disabled={disabled} onPress={() => void onValueChange?.(!value)} />
      ),
      Button: ({ title, onPress }: ButtonProps): ReactElement => <Pressable accessibilityLabel={`Paper ${title}`} onPress={onPress}><Text>{title}</Text></Pressable>,
      Icon: ({ name }: IconProps): ReactElement => <View accessibilityLabel={`Paper ${name}`} />,
    };
    const world = await startWorld();
    const screen = await Screen.show(world, <PreferencesScreen />, { ui: Paper });
    assert.equal(screen.all('Switch').length, 0);
    await screen.press('Paper Kudos true');
    assert.equal(world.peal.preferences('ann').categories.kudos.enabled, false);
    assert(screen.one('Pressable', { accessibilityLabel: 'Paper Kudos false' }));
    assert(screen.one('Pressable', { accessibilityLabel: 'Paper Reset to Defaults' }));
    assert(screen.one('View', { accessibilityLabel: 'Paper trophy' }));
  });
});

describe('the ways to Peal\'s screens', () => {
  test('from the app\'s settings to the preference screen', async () => {
    const world = await startWorld();
    const screen = await Screen.show(world, <Ways first={(go) => <SettingsRow onPress={go} />} then={<PreferencesScreen />} />);
    await screen.press('Notifications, 6 of 6 categories enabled');
    assert(screen.texts.includes('Notification settings'));
  });

  test('from a tab with its number to the list of notifications, and from there to the settings', async () => {
    const world = await startWorld(({ inbox }) => void inbox.create({ title: 'Ben thanked you', category: 'kudos' }));
    let settings = 0;
    const tab = (go: () => void): ReactElement => <Pressable accessibilityLabel="Tab" onPress={go}><TabBadge category="kudos" /></Pressable>;
    const screen = await Screen.show(world, <Ways first={tab} then={<NotificationHistoryScreen onOpenPreferences={() => void settings++} />} />);
    assert.deepEqual(screen.texts, ['1']);
    await screen.press('Tab');
    assert(screen.texts.includes('Ben thanked you'), screen.text);
    await screen.press('Notification settings');
    assert.equal(settings, 1);
  });

  test('from the host\'s screen of an event to the board', async () => {
    const world = await startWorld((made) => { made.board = boardOf([participant('John D', 10)]); });
    const screen = await Screen.show(world, <Ways first={(go) => <ETAStatusButton eventId="e1" onPress={go} />} then={<ETADashboard eventId="e1" />} />);
    await screen.press('View ETA Status');
    assert(screen.texts.includes('John D') && screen.texts.includes('+10 min late'), screen.text);
  });
});

describe('the list, clause by clause', () => {
  test('a row has the icon of its category, title, preview, time, and a mark while it is unread', async () => {
    const world = await startWorld(({ inbox }) => {
      inbox.create({ title: 'Ben thanked you', body: 'For the ride on Friday.', category: 'kudos' });
      inbox.create({ title: 'Your streak ends today', body: 'One run keeps it.', category: 'streakRisk', readAt: '2026-11-20T10:00:01Z', seenAt: '2026-11-20T10:00:01Z' });
    });
    const Icon = ({ name }: IconProps): ReactElement => <View accessibilityLabel={`icon ${name}`} />;
    const screen = await Screen.show(world, <NotificationHistoryScreen />, { ui: { Icon } });
    const texts = [['Ben thanked you', 'For the ride on Friday.', 'star', true], ['Your streak ends today', 'One run keeps it.', 'flame', false]] as const;
    for (const [title, body, icon, isUnread] of texts) {
      const row = screen.one('Pressable', { accessibilityLabel: new RegExp(`^${isUnread ? 'Unread\\. ' : ''}${title}\\. ${body}`) });
      const inside = row.findAll((one) => (one.type as unknown) === 'Text').map((one) => one.children.join(''));
      for (const text of [title, body, 'now']) assert(inside.includes(text), `${text} in ${inside.join(' | ')}`);
      assert.equal(row.findAll((one) => one.props['accessibilityLabel'] === `icon ${icon}` && (one.type as unknown) === 'View').length, 1, icon);
      // The mark: a dot of its own.
      const dots = row.findAll((one) => (one.type as unknown) === 'View' && (one.props['style'] as { position?: string } | undefined)?.position === 'absolute');
      assert.equal(dots.length, isUnread ? 1 : 0, title);
    }
  });

  test('what was looked at in the list is read, where the app says so', async () => {
    const world = await startWorld(({ inbox }) => {
      inbox.readOn = 'view';
      inbox.create({ title: 'Ben thanked you', category: 'kudos' });
    });
    const screen = await Screen.show(world, <NotificationHistoryScreen />);
    assert(screen.one('Pressable', { accessibilityLabel: /^Unread\. Ben/ }));
    await screen.act(() => {
      const { onViewableItemsChanged, data } = screen.one('FlatList').props as { onViewableItemsChanged: (info: object) => void; data: object[] };
      onViewableItemsChanged({ viewableItems: data.map((item) => ({ item })) });
    });
    await advance(world, 5_000);
    assert(screen.one('Pressable', { accessibilityLabel: /^Ben thanked you/ }));
    assert.equal(world.inbox.counts.unreadCount, 0);
  });
});

describe('the board, clause by clause', () => {
  test('on time is green, late is yellow, "Can\'t make it" is red, no response is gray', async () => {
    const world = await startWorld((made) => {
      made.board = boardOf([participant('Ann', 'on-time'), participant('John', 10), participant('Omar', 'cant-make-it'), participant('Mia', null)]);
    });
    for (const scheme of ['light', 'dark'] as const) {
      const screen = await Screen.show(world, <ETADashboard eventId="e1" />, { scheme });
      const { colours } = themeOf(scheme, {});
      for (const [text, tone] of [['On time', 'green'], ['+10 min late', 'yellow'], ["Can't make it", 'red'], ['No response', 'gray']] as const) {
        const pills = screen.all('View').filter((one) => {
          const { backgroundColor } = (one.props['style'] ?? {}) as { backgroundColor?: string };
          return backgroundColor === colours[tone].background && one.findAll((part) => (part.type as unknown) === 'Text').map((part) => part.children.join('')).join() === text;
        });
        assert(pills.length > 0, `${text} in ${tone}, ${scheme}`);
      }
      await screen.leave();
    }
  });

  test('cards with all four facts on a phone, columns on a tablet', async () => {
    const world = await startWorld((made) => { made.board = boardOf([participant('John D', 10)]); });
    const columns = ['Name', 'RSVP Status', 'ETA Status', 'Check-In Status'];
    for (const [width, isWide] of [[390, false], [820, true]] as const) {
      host.width = width;
      const screen = await Screen.show(world, <ETADashboard eventId="e1" hideTitle />);
      assert.deepEqual(columns.filter((name) => screen.texts.includes(name)), isWide ? columns : []);
      for (const text of ['John D', 'Confirmed', '+10 min late', 'Not checked in']) assert(screen.texts.includes(text), `${text} at ${width}`);
      await screen.leave();
    }
    host.width = 390;
  });
});
