import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReactElement } from 'react';
import { Text } from 'react-native';
import { useHighlight, useOpen, useTabCount, useThread, useViewed, type Thread, type ViewedScope } from '../../src/hooks/index.js';
import { contrast } from '../../src/screens/colour.js';
import { themeOf } from '../../src/screens/theme.js';
import { host } from '../host.js';
import { advance, countListeners, pass, Screen, startWorld } from '../render.js';

describe('useThread', () => {
  test('tells the server what is looked at, and mutes', async () => {
    const world = await startWorld();
    const count = countListeners(world.client);
    let thread: Thread | undefined;
    function Chat({ isFocused = true }: { readonly isFocused?: boolean }): ReactElement {
      thread = useThread('chat-1', { isFocused });
      return <Text>{thread.muted ? 'muted' : 'loud'}</Text>;
    }
    const viewing = (): (string | null)[] => world.inbox.socket.sent.filter(({ op }) => op === 'viewing').map(({ thread: id }) => id ?? null);
    const screen = await Screen.show(world, <Chat />);
    assert.deepEqual(viewing(), ['chat-1']);
    assert.equal(thread!.viewing, true);
    await screen.act(() => thread!.mute('PT1H'));
    assert.deepEqual(screen.texts, ['muted']);
    assert.equal(thread!.muted?.until, '2026-11-20T11:00:00Z');
    await screen.act(() => thread!.unmute());
    assert.deepEqual(screen.texts, ['loud']);
    await screen.act(() => thread!.unmute());
    await screen.update(<Chat isFocused={false} />);
    assert.equal(thread!.viewing, false);
    assert.deepEqual(viewing(), ['chat-1', null]);
    await screen.update(<Chat />);
    // The app leaves the screen and comes back: the core ends it and says it again.
    await screen.act(() => world.client.paused());
    await screen.act(() => world.client.resumed());
    await advance(world, 1_000);
    assert.equal(viewing().at(-1), 'chat-1');
    await screen.leave();
    assert.equal(viewing().at(-1), null);
    assert.equal(count(), 0);
  });
});

describe('useThread in a stack', () => {
  test('the screen on top counts, in whatever order they come and leave', async () => {
    const world = await startWorld();
    const Chat = ({ id }: { readonly id: string }): null => {
      useThread(id);
      return null;
    };
    const last = (): string | null => world.inbox.socket.sent.filter(({ op }) => op === 'viewing').at(-1)?.thread ?? null;
    const screen = await Screen.show(world, <Chat key="1" id="chat-1" />);
    await screen.update(<><Chat key="1" id="chat-1" /><Chat key="2" id="chat-2" /></>);
    assert.equal(last(), 'chat-2');
    await screen.update(<><Chat key="2" id="chat-2" /></>);
    assert.equal(last(), 'chat-2');
    await screen.update(<><Chat key="2" id="chat-2" /><Chat key="3" id="chat-3" /></>);
    await screen.update(<><Chat key="2" id="chat-2" /></>);
    assert.equal(last(), 'chat-2');
    await screen.leave();
    assert.equal(last(), null);
  });
});

describe('R124: useHighlight', () => {
  test('the item of a tap for two seconds, read out, then nothing', async () => {
    const world = await startWorld();
    const went: string[] = [];
    function App({ isReady = true }: { readonly isReady?: boolean }): ReactElement {
      useOpen(({ path }) => void went.push(path));
      const { item, isHighlighted } = useHighlight({ path: '/events/e1', isReady, label: (id) => (id === 'announcement/a1' ? 'Rain today' : null) });
      return <Text>{`${item} ${isHighlighted('announcement/a1')}`}</Text>;
    }
    const screen = await Screen.show(world, <App isReady={false} />);
    await pass(10_000);
    host.announced = [];
    const tap = (link: string): Promise<void> => screen.act(() => world.client.links.handle({ source: 'inbox', state: 'foreground', link }));
    await tap('/events/e1?highlight=announcement/a1');
    assert.deepEqual(went, ['/events/e1']);
    assert.deepEqual(screen.texts, ['null false']);
    await screen.update(<App />);
    assert.deepEqual(screen.texts, ['announcement/a1 true']);
    assert.deepEqual(host.announced, ['Rain today']);
    await pass(2_000);
    assert.deepEqual(screen.texts, ['null false']);
    await tap('/kudos?highlight=announcement/a1');
    assert.deepEqual(screen.texts, ['null false']);
    await pass(10_000);
    await tap('/events/e1?highlight=other/2');
    assert.equal(host.announced.at(-1), 'The item of the notification is highlighted.');
    await screen.leave();
  });
});

describe('R173: useViewed and useTabCount', () => {
  /** The number of the tab before and after the screen was shown. */
  async function count(scope: ViewedScope): Promise<string[]> {
    const world = await startWorld(({ inbox }) => {
      inbox.readOn = 'view';
      inbox.create({ category: 'kudos', link: '/kudos', entity: 'kudos/1' });
      inbox.create({ category: 'kudos', link: '/kudos?tab=2', entity: 'kudos/2' });
      inbox.create({ category: 'streakRisk', link: '/home', entity: 'streak/1' });
    });
    const listeners = countListeners(world.client);
    function Tab(): ReactElement {
      return <Text>{String(useTabCount({ category: 'kudos' }))}</Text>;
    }
    function Viewed(): null {
      useViewed(scope);
      return null;
    }
    const screen = await Screen.show(world, <Tab />);
    const before = screen.texts[0]!;
    await screen.update(<><Tab /><Viewed /></>);
    await advance(world, 2_000);
    const after = screen.texts[0]!;
    await screen.leave();
    assert.equal(listeners(), 0);
    return [before, after];
  }

  test('by category, by link and by entity', async () => {
    assert.deepEqual(await count({ category: 'kudos' }), ['2', '0']);
    assert.deepEqual(await count({ link: '/kudos' }), ['2', '0']);
    assert.deepEqual(await count({ entity: 'kudos/2' }), ['2', '1']);
  });
});

describe('the theme', () => {
  test('text is read on what is behind it, in both schemes and with an accent of the app', () => {
    for (const scheme of ['light', 'dark'] as const) {
      for (const accent of [undefined, '#ffcc00', '#0f0', '#101010', '#d0392d', '#ffffff']) {
        const { colours } = themeOf(scheme, accent ? { colours: { accent } } : {});
        const pairs: [string, string][] = [
          [colours.ink, colours.surface], [colours.ink, colours.page], [colours.soft, colours.surface], [colours.soft, colours.page],
          [colours.soft, colours.sunken], [colours.link, colours.surface], [colours.link, colours.tint], [colours.onAccent, colours.accent],
          ...(['green', 'yellow', 'red', 'gray'] as const).map((tone): [string, string] => [colours[tone].ink, colours[tone].background]),
        ];
        for (const [text, behind] of pairs) assert(contrast(text, behind) >= 4.5, `${scheme} ${accent}: ${text} on ${behind}`);
      }
    }
    const { space, type, radius } = themeOf('light', { type: { title: 30 }, space: { l: 20 }, target: 44 });
    assert.deepEqual([type.title, type.body, space.l, space.m, radius.s], [30, 16, 20, 12, 8]);
  });
});
