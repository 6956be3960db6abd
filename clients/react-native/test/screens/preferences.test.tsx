import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PreferencesScreen } from '../../src/screens/PreferencesScreen.js';
import { SettingsRow } from '../../src/screens/SettingsRow.js';
import { host } from '../host.js';
import { advance, countListeners, pass, Screen, idle, startWorld } from '../render.js';
import { World } from '../World.js';

const path = '/users/me/notification-preferences';

describe('S0.AC1: the preference screen', () => {
  test('says what S0 says, and what each switch is and is called', async () => {
    const world = await startWorld();
    const screen = await Screen.show(world, <PreferencesScreen />);
    for (const text of ['Notification settings', '6 of 6 categories enabled', 'Push Notifications Enabled', 'Granted', 'Reset to Defaults', 'Kudos']) {
      assert(screen.texts.includes(text), `${text} in ${screen.text}`);
    }
    const master = screen.one('Switch', { accessibilityLabel: 'Push Notifications Enabled' });
    assert.equal(master.props['accessibilityRole'], 'switch');
    assert.deepEqual(master.props['accessibilityState'], { checked: true, disabled: false, busy: false });
    const locked = screen.one('Switch', { accessibilityLabel: 'Deposit reminders' });
    assert.equal(locked.props['disabled'], true);
    assert(screen.text.includes('Payments that are due. Required for all users.'));
    assert(screen.all('Text', { accessibilityRole: 'header' }).length >= 4);
  });

  test('a switch sends its PATCH, is shown immediately, and "Saved" is said', async () => {
    const world = await startWorld();
    const screen = await Screen.show(world, <PreferencesScreen />);
    await screen.turn('Kudos', false);
    const sent = world.phone.sent.find(({ method }) => method === 'PATCH')!;
    assert.equal(sent.path, `${path}/category/kudos`);
    assert.equal(sent.json.enabled, false);
    assert.equal(screen.one('Switch', { accessibilityLabel: 'Kudos' }).props['value'], false);
    assert(screen.text.includes('5 of 6 categories enabled'));
    assert(screen.texts.includes('Saved'));
    assert.deepEqual(host.announced.slice(-1), ['Saved']);
    await pass(6_000);
    assert(!screen.texts.includes('Saved'));
  });

  test('what the server refuses is as before, with the reason and "Try again"', async () => {
    const world = await startWorld();
    const screen = await Screen.show(world, <PreferencesScreen />);
    world.fault = ({ method }) => (method === 'PATCH' ? { status: 409, body: { code: 'category-locked' } } : null);
    await screen.turn('Kudos', false);
    assert(screen.text.includes('Not saved. This category cannot be turned off.'), screen.text);
    assert.equal(screen.one('Switch', { accessibilityLabel: 'Kudos' }).props['value'], true);
    world.fault = () => null;
    await screen.press('Try again');
    assert.equal(screen.one('Switch', { accessibilityLabel: 'Kudos' }).props['value'], false);
    assert(!screen.text.includes('Not saved'));
  });

  test('offline a change waits, and is said to wait', async () => {
    const world = await startWorld();
    const screen = await Screen.show(world, <PreferencesScreen />);
    world.phone.online = false;
    await screen.turn('Streak risk', false);
    assert(screen.text.includes('Your changes are kept on this device'));
    assert.equal(screen.one('Switch', { accessibilityLabel: 'Streak risk' }).props['value'], false);
    world.phone.online = true;
    await advance(world, 10_000);
    assert(!screen.text.includes('Your changes are kept'));
    assert.equal(world.peal.preferences('ann').categories.streakRisk.enabled, false);
  });

  test('loading, failed, and failed offline', async () => {
    const world = await startWorld();
    let answer: (value: null) => void = () => undefined;
    const waits = new Promise<null>((done) => { answer = done; });
    world.fault = ({ path: asked }) => (asked.startsWith(path) ? waits.then(() => ({ status: 500, body: { code: 'internal' } })) : null);
    const screen = await Screen.show(world, <PreferencesScreen />);
    assert.equal(screen.one('View', { accessibilityRole: 'progressbar' }).props['accessibilityLabel'], 'Loading…');
    answer(null);
    await idle();
    await advance(world, 60_000);
    assert(screen.text.includes('This could not be loaded'), screen.text);
    world.fault = () => null;
    await screen.press('Try again');
    assert(screen.text.includes('6 of 6 categories enabled'));
    await screen.leave();

    const other = await startWorld((made) => { made.phone.online = false; });
    const offline = await Screen.show(other, <PreferencesScreen hideTitle />);
    await advance(other, 1_000);
    assert(offline.text.includes('You are offline'), offline.text);
    assert(!offline.texts.includes('Notification settings'));
  });

  test('S0.AC6: the master switch asks; after a denial the settings are one press away', async () => {
    const world = await startWorld((made) => { made.phone.push.state = 'not-determined'; });
    const screen = await Screen.show(world, <PreferencesScreen />);
    assert(screen.texts.includes('Not Determined'));
    assert(screen.text.includes('Your phone asks you'));
    world.phone.push.answer = 'denied';
    await screen.turn('Push Notifications Enabled', true);
    assert.equal(world.phone.push.asked, 1);
    assert(screen.texts.includes('Denied'));
    await screen.press('Enable Push Notifications');
    assert.equal(world.phone.push.settings, 1);
    world.phone.push.state = 'granted';
    await screen.act(() => host.appState.forEach((listener) => listener('active')));
    assert(screen.texts.includes('Granted'));
    assert(!screen.texts.includes('Denied'));
  });

  test('channels, quiet hours, mutes and reset', async () => {
    const world = await startWorld();
    const screen = await Screen.show(world, <PreferencesScreen />);
    await screen.press('Kudos: Push, In-app');
    assert.deepEqual(screen.one('Pressable', { accessibilityLabel: 'Kudos: Email' }).props['accessibilityState'], { checked: false });
    await screen.press('Kudos: Email');
    assert.equal(world.peal.preferences('ann').categories.kudos.channels.email, true);
    await screen.turn('In-App Notifications Enabled', false);
    assert.equal(world.peal.preferences('ann').globalSettings.inAppEnabled, false);
    await screen.turn('Email Notifications Enabled', true);
    assert.equal(world.peal.preferences('ann').globalSettings.emailEnabled, true);

    await screen.press('From: 10:00 PM');
    const times = screen.one('FlatList', { accessibilityRole: 'radiogroup' });
    assert.equal(times.props['count'], 96);
    await screen.press('10:30 PM');
    assert.equal(world.peal.preferences('ann').quietHours.start, '22:30');
    await screen.press('To: 8:00 AM');
    await screen.press('Close');
    await screen.turn('Quiet hours', false);
    assert.equal(world.peal.preferences('ann').quietHours.enabled, false);

    await screen.press('Mute all notifications: 1 hour');
    assert(screen.text.includes('All notifications are muted'));
    assert(screen.text.includes('Until 11:00 AM'));
    await screen.press('Unmute: All notifications are muted');
    assert(!screen.text.includes('All notifications are muted'));
    await screen.act(() => world.client.preferences.mute({ scope: 'category', id: 'kudos', for: null }));
    await screen.press('Unmute: Kudos');
    assert.deepEqual(world.peal.mutes.get('ann'), []);

    await screen.press('Reset to Defaults');
    assert(screen.text.includes('Reset to Defaults?'));
    await screen.press('Cancel');
    await screen.press('Reset to Defaults');
    // The sheet's button is the second of that name.
    await screen.act(() => (screen.all('Pressable', { accessibilityLabel: 'Reset to Defaults' })[1]!.props as { onPress: () => void }).onPress());
    assert.equal(world.peal.preferences('ann').quietHours.enabled, true);
  });

  test('fixed quiet hours cannot be changed', async () => {
    const world = await startWorld();
    const before = world.peal.preferences.bind(world.peal);
    world.peal.preferences = (user: string) => ({ ...before(user), quietHours: { ...before(user).quietHours, editable: false, start: '22:10' } });
    const screen = await Screen.show(world, <PreferencesScreen />);
    assert.equal(screen.one('Switch', { accessibilityLabel: 'Quiet hours' }).props['disabled'], true);
    assert.equal(screen.one('Pressable', { accessibilityLabel: 'From: 10:10 PM' }).props['disabled'], true);
    assert(screen.text.includes('Set by the app for all users.'));
  });

  test('an app that cannot open the settings explains them', async () => {
    const world = await startWorld((made) => { made.phone.push.state = 'denied'; }, new World({ cannotOpenSettings: true }));
    const screen = await Screen.show(world, <PreferencesScreen />);
    await screen.press('Enable Push Notifications');
    assert(screen.text.includes("Open your phone's settings"), screen.text);
  });

  test('no listener is left', async () => {
    const world = await startWorld();
    const count = countListeners(world.client);
    const screen = await Screen.show(world, <PreferencesScreen />);
    await screen.press('Reset to Defaults');
    assert(count() > 4);
    await screen.leave();
    assert.equal(count(), 0);
  });

  test('four languages, and parts of another design system', async () => {
    const { addTexts } = await import('peal-core/words');
    const { readFileSync } = await import('node:fs');
    for (const [language, title, hint] of [['de', 'Mitteilungseinstellungen', 'Dein Telefon fragt dich'], ['es', '', 'Tu teléfono'], ['fr', '', 'Votre téléphone']] as const) {
      addTexts(language, JSON.parse(readFileSync(`clients/typescript/src/words/locales/${language}.json`, 'utf8')));
      const world = await startWorld((made) => { made.phone.push.state = 'not-determined'; });
      const screen = await Screen.show(world, <PreferencesScreen />, { locale: `${language}-XX` });
      assert(screen.text.includes(title) && screen.text.includes(hint), screen.text);
      await screen.leave();
    }
    // A language without texts is English as a whole.
    const world = await startWorld();
    const Own = (): null => null;
    const screen = await Screen.show(world, <PreferencesScreen />, { locale: 'it', ui: { Switch: Own }, theme: { colours: { accent: '#ffcc00' } } });
    assert(screen.texts.includes('Notification settings'));
    assert.equal(screen.all('Switch').length, 0);
  });
});

describe('S0.AC1.1: the row of the settings', () => {
  test('counts, leads on, and leaves nothing behind', async () => {
    const world = await startWorld();
    const count = countListeners(world.client);
    let pressed = 0;
    const screen = await Screen.show(world, <SettingsRow onPress={() => void pressed++} />);
    assert.deepEqual(screen.texts, ['Notifications', '6 of 6 categories enabled', '6']);
    await screen.press('Notifications, 6 of 6 categories enabled');
    assert.equal(pressed, 1);
    await screen.leave();
    assert.equal(count(), 0);
  });
});
