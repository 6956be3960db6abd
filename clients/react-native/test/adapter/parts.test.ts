import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import { buttonsOf, pressedAction } from '../../src/buttons.js';
import { createTags } from '../../src/createTags.js';
import { moreText, repliesText } from '../../src/locales.js';
import { bindExpoRouter, bindNavigation } from '../../src/navigation.js';
import { phoneNetwork } from '../../src/network.js';
import { asyncStorage, keychain, mmkv, phoneStorage } from '../../src/storage.js';
import { payloadOfTask } from '../../src/expo/payloadOfTask.js';
import { vibrationOf } from '../../src/vibrations.js';

const memory = (map = new Map<string, string>()) => ({
  map,
  get: async (key: string) => map.get(key) ?? null,
  set: async (key: string, value: string) => void map.set(key, value),
  remove: async (key: string) => void map.delete(key),
});

const reply = (id: string, title: string, group?: string) => ({ id, title, kind: 'quick-reply' as const, ...(group ? { group } : {}) });
const gss = [
  reply('on-time', 'On time ✓'), reply('late-5', '5 min late', 'Running late'), reply('late-10', '10 min late', 'Running late'),
  reply('late-15', '15 min late', 'Running late'), reply('cant', 'Can’t make it ✗'),
];

describe('buttons', () => {
  test('Android: three, of which one opens the choices, each of which is its own answer', () => {
    const buttons = buttonsOf(gss, { most: 3, hasChoices: true, more: 'More…' });
    assert.deepEqual(buttons.map(({ title, choices = [] }) => [title, ...choices]), [
      ['On time ✓'], ['Running late', '5 min late', '10 min late', '15 min late'], ['Can’t make it ✗'],
    ]);
    for (const choice of ['5 min late', '10 min late', '15 min late']) {
      assert.equal(pressedAction(gss, { payload: {}, button: buttons[1]!.id, choice })?.title, choice);
    }
    assert.equal(pressedAction(gss, { payload: {}, button: buttons[1]!.id, choice: 'another text' }), undefined);
  });

  test('where no button opens choices: two and “More…”, which is no answer', () => {
    const buttons = buttonsOf(gss, { most: 3, hasChoices: false, more: 'Mehr…' });
    assert.deepEqual(buttons.map(({ title, opensApp }) => [title, opensApp]), [['On time ✓', false], ['5 min late', false], ['Mehr…', true]]);
    assert.equal(pressedAction(gss, { payload: {}, button: buttons[2]!.id }), undefined);
  });

  test('iOS: all of them', () => assert.equal(buttonsOf(gss, { most: Infinity, hasChoices: false, more: '' }).length, 5));

  test('what opens the app: an action that says so, and a reply with a link', () => {
    const actions = [{ id: 'a', title: 'A', kind: 'open-app' as const }, { id: 'b', title: 'B', type: 'quick-reply' as const, link: '/b' },
      { id: 'c', title: 'C', kind: 'dismiss' as const }];
    assert.deepEqual(buttonsOf(actions, { most: 3, hasChoices: true, more: '' }).map(({ opensApp }) => opensApp), [true, true, false]);
  });
});

describe('the network', () => {
  const made = (first: boolean | null) => {
    let now = first;
    const changes = new Set<(value: boolean | null) => void>();
    let isReachable = true;
    const { network, http, recheck } = phoneNetwork(async () => {
      if (!isReachable) throw new TypeError('no network');
      return { status: 200, header: () => null, body: '' };
    }, { now: () => 0, after: () => () => undefined }, { isConnected: () => now, onChange: (changed) => { changes.add(changed); return () => changes.delete(changed); } });
    const said: boolean[] = [];
    const end = network.onChange((isOnline) => said.push(isOnline));
    const send = () => http({ method: 'GET', url: 'https://peal.example', headers: {} }).then(() => true, () => false);
    return {
      network, recheck, send, said, end, changes,
      reach: (value: boolean) => void (isReachable = value),
      say: (value: boolean | null) => { now = value; changes.forEach((changed) => changed(value)); },
    };
  };

  test('unknown is online', () => assert.equal(made(null).network.isOnline(), true));

  test('“none” at first is tried once, and taken as true when that fails', async () => {
    const { network, send, said, reach } = made(false);
    assert.equal(network.isOnline(), true);
    assert.equal(await send(), true);
    assert.equal(network.isOnline(), true);
    reach(false);
    assert.equal(await send(), false);
    assert.equal(network.isOnline(), false);
    assert.deepEqual(said, [false]);
  });

  test('a network that goes away is away, until the app comes back', () => {
    const { network, say, said, recheck } = made(true);
    say(false);
    assert.equal(network.isOnline(), false);
    recheck(false);
    assert.equal(network.isOnline(), true);
    say(true);
    say(null);
    assert.deepEqual([network.isOnline(), said], [true, [false, true]]);
  });

  test('no listener is left behind', () => {
    const { end, changes } = made(null);
    end();
    assert.equal(changes.size, 0);
  });
});

describe('what is stored', () => {
  test('the device’s key is in the keychain and nowhere else; one from before moves there', async () => {
    const [store, secrets] = [memory(new Map([['peal:gss:device', 'old']])), memory()];
    const both = phoneStorage(store, secrets);
    assert.equal(await both.get('peal:gss:device'), 'old');
    assert.deepEqual([[...store.map], [...secrets.map]], [[], [['peal.gss.device', 'old']]]);
    await both.set('peal:gss:device', 'new');
    await both.set('peal:gss:config', '{}');
    assert.deepEqual([[...store.map], [...secrets.map]], [[['peal:gss:config', '{}']], [['peal.gss.device', 'new']]]);
    await both.remove('peal:gss:device');
    assert.equal(await both.get('peal:gss:device'), null);
    assert.equal(phoneStorage(store), store);
  });

  test('AsyncStorage, MMKV of each version, the keychain', async () => {
    const { map, ...kept } = memory();
    const stores = [
      asyncStorage({ getItem: kept.get, setItem: kept.set, removeItem: kept.remove }),
      mmkv({ getString: (key) => map.get(key), set: (key, value) => void map.set(key, value), delete: (key) => void map.delete(key) }),
      mmkv({ getString: (key) => map.get(key), set: (key, value) => void map.set(key, value), remove: (key) => map.delete(key) }),
      keychain({
        ACCESSIBLE: { AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: 'after' },
        getGenericPassword: async ({ service }) => (map.has(service) ? { password: map.get(service)! } : false),
        setGenericPassword: async (_, password, { service, accessible }) => { assert.equal(accessible, 'after'); map.set(service, password); },
        resetGenericPassword: async ({ service }) => map.delete(service),
      }),
    ];
    for (const store of stores) {
      assert.equal(await store.get('a'), null);
      await store.set('a', '1');
      assert.equal(await store.get('a'), '1');
      await store.remove('a');
      assert.equal(await store.get('a'), null);
    }
  });
});

describe('tags', () => {
  test('what the system drew is found by its tag, after a restart too; the last hundred are kept', async () => {
    const store = memory();
    const tags = createTags(store, 'tags');
    for (let index = 0; index <= 100; index += 1) await tags.note(`n${index}`, `t${index}`);
    const again = createTags(store, 'tags');
    assert.deepEqual(await again.named([{ tag: 't100' }, { tag: 't0' }, { id: 'x', tag: 't1' }]), [
      { tag: 't100', id: 'n100' }, { tag: 't0' }, { id: 'x', tag: 't1' },
    ]);
    assert.deepEqual(await again.targets(['n5', 'other'], ['t5', 't6', 'unknown']), [
      { id: 'n5', tag: 't5' }, { id: 'other' }, { id: 'n6', tag: 't6' }, { tag: 'unknown' },
    ]);
    await again.forget();
    assert.deepEqual(await createTags(store, 'tags').named([{ tag: 't100' }]), [{ tag: 't100' }]);
  });

  test('what cannot be read is nothing', async () => {
    assert.deepEqual(await createTags(memory(new Map([['tags', '{"v":']])), 'tags').named([{ tag: 't' }]), [{ tag: 't' }]);
  });
});

describe('the way into the app', () => {
  const client = () => {
    const made = { now: () => 0, open: null as unknown as (destination: object) => Promise<boolean>, links: { onOpen: (take: never) => { made.open = take; return () => undefined; } } };
    return made;
  };
  const rootOf = (isReady: boolean, calls: unknown[]) => {
    const waiting = new Set<() => void>();
    return {
      isReady: () => isReady,
      addListener: (_: 'ready', listener: () => void) => { waiting.add(listener); return () => void waiting.delete(listener); },
      navigate: (...given: unknown[]) => void calls.push(given),
      ready: () => [...waiting].forEach((listener) => listener()), waiting,
    };
  };

  test('React Navigation: nothing before its root is there; the tab first, so that “back” works', async () => {
    const calls: unknown[] = [];
    const ref = rootOf(false, calls);
    const made = client();
    bindNavigation(made as never, { ref: ref as never, screenOf: () => ({ tab: 'Events', name: 'Event', params: { id: 'e1' } }) });
    const opened = made.open({ href: '/events/e1' });
    await Promise.resolve();
    assert.deepEqual(calls, []);
    ref.ready();
    assert.equal(await opened, true);
    assert.deepEqual(calls, [['Events', undefined], ['Event', { id: 'e1' }]]);
    assert.equal(ref.waiting.size, 0);
    bindNavigation(made as never, { ref: ref as never, screenOf: () => ({ tab: { name: 'Tabs', params: { screen: 'Events' } }, name: 'Event' }) });
    ref.isReady = () => true;
    assert.equal(await made.open({}), true);
    assert.deepEqual(calls.slice(2), [['Tabs', { screen: 'Events' }], ['Event', undefined]]);
  });

  test('a screen that is not there leads to the fallback', async () => {
    const made = client();
    bindNavigation(made as never, { ref: rootOf(true, []) as never, screenOf: async () => null });
    assert.equal(await made.open({}), false);
    bindExpoRouter(made as never, { router: { push: assert.fail, navigate: assert.fail }, ref: rootOf(true, []), exists: async () => false });
    assert.equal(await made.open({}), false);
  });

  test('Expo Router: the link is the path', async () => {
    const calls: string[] = [];
    const made = client();
    const router = { push: (href: string) => void calls.push(`push ${href}`), navigate: (href: string) => void calls.push(`navigate ${href}`) };
    bindExpoRouter(made as never, { router, ref: rootOf(true, []), tabOf: () => '/events' });
    assert.equal(await made.open({ href: '/events/e1?highlight=x' }), true);
    assert.deepEqual(calls, ['navigate /events', 'push /events/e1?highlight=x']);
  });
});

test('Expo puts the payload in several places', () => {
  const peal = { v: 1, op: 'sync', id: 'n1' };
  for (const task of [
    { data: { peal } }, { data: { dataString: JSON.stringify({ peal }) } }, { data: { body: JSON.stringify({ peal }) } },
    { data: { body: { peal } } }, { notification: { request: { content: { title: 'T', data: { peal } } } } }, { notification: { data: { peal } } },
    { aps: {}, body: { peal } },
  ]) assert.deepEqual((payloadOfTask(task) as { data: { peal: unknown } }).data.peal, peal, JSON.stringify(task));
  assert.deepEqual(payloadOfTask({ data: 'no JSON' }), { data: {} });
});

test('words and vibrations', () => {
  assert.deepEqual(['de-AT', 'es', 'fr', 'en-GB', 'pt', undefined].map(moreText), ['Mehr…', 'Más…', 'Plus…', 'More…', 'More…', 'More…']);
  assert.equal(repliesText('de'), 'Antworten');
  assert.deepEqual(vibrationOf('long'), [0, 800]);
  assert.equal(vibrationOf('of the app itself'), undefined);
});
