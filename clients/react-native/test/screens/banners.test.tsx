import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PealBanners } from '../../src/screens/PealBanners.js';
import { PermissionSheet } from '../../src/screens/PermissionSheet.js';
import { SoftPrompt } from '../../src/screens/SoftPrompt.js';
import { TabBadge } from '../../src/screens/TabBadge.js';
import { host } from '../host.js';
import { countListeners, pass, Screen, startWorld } from '../render.js';
import { World } from '../World.js';

const push = (id: string, change: object = {}): object => ({
  peal: { v: 1, app: 'gss', op: 'show', id, type: 'kudos', category: 'kudos', priority: 'normal', link: '/kudos', ...change },
  title: `Title ${id}`, body: 'A body',
});
const yesNo = [
  { id: 'yes', title: 'Yes', kind: 'quick-reply', token: 't1' }, { id: 'no', title: 'No', kind: 'quick-reply', token: 't2' },
];

describe('R130, R133: banners', () => {
  test('a push is shown and read out, opens its link, and leaves by itself without a dismissal', async () => {
    const world = await startWorld();
    const screen = await Screen.show(world, <PealBanners top={40} />);
    assert.equal(screen.text, '');
    await screen.act(() => world.client.foreground.received(push('ntf_a')));
    assert(screen.texts.includes('Title ntf_a'), screen.text);
    assert.equal(host.announced.at(-1), 'Title ntf_a. A body');
    await pass(8_000);
    assert.equal(screen.text, '');
    assert(!world.phone.calls.some((call) => call.endsWith('/dismissed')), world.phone.calls.join('\n'));

    const opened: string[] = [];
    world.client.links.onOpen(({ path }) => void opened.push(path));
    await screen.act(() => world.client.foreground.received(push('ntf_b')));
    await screen.press('Title ntf_b. A body');
    assert.deepEqual(opened, ['/kudos']);
    await screen.act(() => world.client.foreground.received(push('ntf_c')));
    await screen.press('Close: Title ntf_c');
    assert.equal(screen.text, '');
    await screen.act(() => world.client.foreground.received(push('ntf_d')));
    await screen.update(<PealBanners currentLink="/kudos" />);
    assert.equal(screen.text, '');
  });

  test('at most three; what asks stays, and its confirmation takes its place', async () => {
    const world = await startWorld();
    const screen = await Screen.show(world, <PealBanners />);
    await screen.act(async () => {
      for (const id of ['1', '2', '3', '4']) await world.client.foreground.received(push(`ntf_${id}`));
    });
    assert.equal(screen.all('Pressable', { accessibilityLabel: /^Close/ }).length, 3);
    await screen.act(() => world.client.foreground.received(push('ntf_q', { actions: yesNo })));
    await pass(8_000);
    assert.deepEqual(screen.texts.filter((text) => text.startsWith('Title')), ['Title ntf_q']);
    world.fault = ({ path }) => (path.includes('actions') ? { status: 410, body: { code: 'not-open' } } : null);
    await screen.press('Yes');
    assert(screen.text.includes('Replies are not open'), screen.text);
    world.fault = ({ path }) => (path.includes('actions') ? { status: 200, body: { confirmation: 'You are in' } } : null);
    await screen.press('No');
    assert.deepEqual(screen.texts, ['You are in']);
  });

  test('R097: a critical one takes the whole screen as an alert dialog, with replies', async () => {
    const world = await startWorld();
    const screen = await Screen.show(world, <PealBanners />);
    await screen.act(() => world.client.foreground.received(push('ntf_x', { priority: 'critical', actions: yesNo })));
    const dialog = screen.one('Modal');
    assert.equal(dialog.findAllByProps({ accessibilityRole: 'alert' }).filter((one) => typeof one.type === 'string').length, 1);
    assert.deepEqual(screen.labels, ['Yes', 'No', 'Open', 'Close']);
    await screen.press('Open');
    assert.equal(screen.all('Modal').length, 0);
    await screen.act(() => world.client.foreground.received(push('ntf_y', { priority: 'critical' })));
    await screen.press('Close');
    assert.equal(screen.text, '');
  });

  test('no listener or timer is left', async () => {
    const world = await startWorld();
    const count = countListeners(world.client);
    const screen = await Screen.show(world, <PealBanners />);
    await screen.act(() => world.client.foreground.received(push('ntf_z', { priority: 'critical' })));
    await screen.act(() => world.client.foreground.received(push('ntf_n')));
    await screen.leave();
    assert.equal(count(), 0);
    await pass(10_000);
    assert.equal(world.client.foreground.banners.get().length, 2);
  });
});

describe('R025, R026: permission', () => {
  test('the explanation comes before the system\'s prompt; after "no" the app says where notifications are', async () => {
    const world = await startWorld((made) => {
      made.phone.push.state = 'not-determined';
      made.phone.push.answer = 'denied';
    });
    const count = countListeners(world.client);
    const screen = await Screen.show(world, <PermissionSheet />);
    assert.deepEqual(screen.texts, ['Turn on notifications?', 'May we?', 'Allow', 'Not now']);
    assert.equal(world.phone.push.asked, 0);
    await screen.press('Allow');
    assert.equal(world.phone.push.asked, 1);
    assert(screen.text.includes('Notifications are blocked for this app | You still find your notifications in the app.'), screen.text);
    await screen.act(() => (screen.all('Pressable', { accessibilityLabel: 'Close' })[1]!.props as { onPress: () => void }).onPress());
    assert.equal(screen.text, '');
    await screen.leave();
    assert.equal(count(), 0);
  });

  test('"Not now" ends it, and nothing is asked', async () => {
    const world = await startWorld((made) => { made.phone.push.state = 'not-determined'; });
    const screen = await Screen.show(world, <PermissionSheet />);
    await screen.press('Not now');
    assert.equal(screen.text, '');
    assert.equal(world.phone.push.asked, 0);
  });

  test('the soft prompt is on the catalog\'s screens, and leads to the settings', async () => {
    const world = await startWorld((made) => { made.phone.push.state = 'denied'; });
    const count = countListeners(world.client);
    const screen = await Screen.show(world, <SoftPrompt screen="/home" />);
    assert.equal(screen.text, '');
    await screen.update(<SoftPrompt screen="/reports" />);
    assert.deepEqual(screen.texts, ['Enable', 'Notifications are blocked for this app.', 'Open settings', 'Not now']);
    await screen.press('Open settings');
    assert.equal(world.phone.push.settings, 1);
    await screen.press('Not now');
    assert.equal(screen.text, '');
    await screen.leave();
    assert.equal(count(), 0);
  });

  test('S3: the texts of the report app, and how to where the settings cannot be opened', async () => {
    const prompt = 'Allow notifications so we can keep you updated when your report status changes.';
    const soft = 'Enable notifications to get status updates';
    const texts = (made: World): void => {
      made.peal.permission = {
        strategy: 'afterMilestone', milestone: 'report-submitted', texts: { prompt, softPrompt: soft }, softPrompt: { every: 'P30D', routes: ['/reports'] },
      };
    };
    const asked = await startWorld((made) => {
      texts(made);
      made.phone.push.state = 'not-determined';
    });
    const sheet = await Screen.show(asked, <PermissionSheet />);
    assert.equal(sheet.text, '');
    await sheet.act(() => asked.client.permission.milestone('report-submitted'));
    assert(sheet.texts.includes(prompt), sheet.text);
    await sheet.leave();

    const denied = await startWorld((made) => {
      texts(made);
      made.phone.push.state = 'denied';
    }, new World({ cannotOpenSettings: true }));
    const card = await Screen.show(denied, <SoftPrompt screen="/reports" />);
    assert(card.texts.includes(soft), card.text);
    await card.press('Show how');
    assert(card.text.includes("Open your phone's settings"), card.text);
    assert(!card.labels.includes('Show how'));
  });
});

describe('R173: badges of tabs', () => {
  test('counts a category, says so, and shows nothing at none', async () => {
    const world = await startWorld(({ inbox }) => {
      for (let at = 0; at < 3; at++) inbox.create({ category: 'kudos' });
      inbox.create({ category: 'streakRisk' });
    });
    const count = countListeners(world.client);
    const screen = await Screen.show(world, <><TabBadge category="kudos" /><TabBadge category="questProgress" /></>);
    assert.deepEqual(screen.texts, ['3']);
    assert(screen.one('View', { accessibilityLabel: 'Notifications, 3 new' }));
    await screen.leave();
    assert.equal(count(), 0);

    // What arrives while the app is open is the app's badge.
    const other = await startWorld();
    await other.client.inbox.load();
    const badge = await Screen.show(other, <TabBadge />);
    assert.deepEqual(badge.texts, []);
    await badge.act(() => {
      for (let at = 0; at < 120; at++) other.inbox.create();
    });
    assert.deepEqual(badge.texts, ['99+']);
  });
});
