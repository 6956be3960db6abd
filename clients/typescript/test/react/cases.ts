import type { ReactElement } from 'react';
import React, { createElement, createRef, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { setPageClient } from '../../src/browser/pageClient.js';
import type { EtaBoardView, InboxView } from '../../src/core/PealClient.js';
import {
  PealBell, PealEtaButton, PealHostBoard, PealInbox, PealPermission, PealPreferences, PealProvider, PealQuickReply, PealToast,
  useEtaBoard, useInbox, usePeal, usePreferences, useStore,
} from '../../src/react/index.js';
import { wrap } from '../../src/react/wrap.js';
import { countedStore } from './countedStore.js';
import { assert, equal, fakeClient, painted, Probe, rendered } from './fixtures.js';
import { realClient } from './realClient.js';

interface ProbeProps {
  groupBy?: string;
  isWide?: boolean;
  item?: object;
  onPealOpen?: (event: CustomEvent<{ id: string }>) => void;
}

const PealProbe = wrap<ProbeProps, Probe>('peal-probe', 'PealProbe', ['groupBy', 'isWide']);
const probe = (container: Element): Probe => container.querySelector('peal-probe') as Probe;
const send = (element: Element, type: string, detail?: unknown): boolean =>
  element.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }));

/** Each throws when React does not do with an element or a hook what the page of a team expects. */
export const cases: Record<string, () => Promise<void> | void> = {
  'objects become properties, texts become attributes'() {
    const item = { id: 'ntf_1' };
    const plain = { id: 'one', className: 'wide', style: { color: 'red' }, hidden: false };
    const ui = rendered(createElement(PealProbe, { ...plain, item, groupBy: 'type' }));
    const element = probe(ui.container);
    equal(element.written, [['item', item]]);
    assert(element.written[0]![1] === item, 'the same object');
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`).sort();
    equal(attributes, ['class=wide', 'group-by=type', 'id=one', 'style=color: red;']);
    ui.again(createElement(PealProbe, { item, id: 'one', isWide: true, hidden: true, 'aria-busy': false }));
    equal(['group-by', 'class', 'is-wide', 'aria-busy'].map((name) => element.getAttribute(name)), [null, null, '', 'false']);
    assert(element.hidden, 'hidden');
    equal(element.written.length, 1, 'an equal property is not written again');
    ui.again(createElement(PealProbe, { id: 'one', isWide: false, hidden: false }));
    equal([element.hidden, element.hasAttribute('is-wide')], [false, false]);
    equal(element.written[1], ['item', null]);
    ui.unmount();
  },

  // Debian's React sets properties of custom elements by itself, as React 19 does; others pass texts only.
  'React itself is handed texts, its own events and nothing else'() {
    const react = React as { createElement: (type: unknown, props: object | null, ...children: unknown[]) => ReactElement };
    const original = react.createElement;
    const handed: Record<string, unknown>[] = [];
    react.createElement = (type, props, ...children) => {
      if (type === 'peal-probe') handed.push({ ...props });
      return original(type, props, ...children);
    };
    const events = { onClick: () => undefined, onPealOpen: () => undefined };
    const ui = rendered(createElement(PealProbe, { ...events, item: { id: 'ntf_1' }, groupBy: 'type', title: 'one', client: null }));
    react.createElement = original;
    const { ref, ...props } = handed[0]!;
    equal(Object.keys(props), ['onClick', 'title']);
    assert(ref, 'a ref');
    ui.unmount();
  },

  'events call the newest handler, and an absent one is not listened to'() {
    const calls: string[] = [];
    const ui = rendered(createElement(PealProbe, { onPealOpen: ({ detail }) => void calls.push('first ' + detail.id) }));
    const element = probe(ui.container);
    send(element, 'peal-open', { id: 'a' });
    const prevent = (event: CustomEvent<{ id: string }>): void => {
      calls.push('second ' + event.detail.id);
      event.preventDefault();
    };
    ui.again(createElement(PealProbe, { onPealOpen: prevent }));
    assert(!send(element, 'peal-open', { id: 'b' }), 'a handler may prevent what the element does');
    ui.again(createElement(PealProbe, {}));
    assert(send(element, 'peal-open', { id: 'c' }), 'nobody listens');
    equal(calls, ['first a', 'second b']);
    ui.unmount();
    send(element, 'peal-open', { id: 'd' });
    equal(calls.length, 2, 'after unmount');
  },

  'a double mount of StrictMode listens once'() {
    const calls: string[] = [];
    const { client } = fakeClient();
    const listening = createElement(PealProbe, { onPealOpen: () => void calls.push('open') });
    const ui = rendered(createElement(PealProvider, { client }, listening), true);
    const element = probe(ui.container);
    send(element, 'peal-open', { id: 'a' });
    equal(calls, ['open']);
    equal(element.written.length, 1, 'the client is written once');
    ui.unmount();
    send(element, 'peal-open', { id: 'b' });
    equal(calls.length, 1);
  },

  'a ref is the element'() {
    const ref = createRef<Probe>();
    const ui = rendered(createElement(PealProbe, { ref }));
    assert(ref.current === probe(ui.container), 'the element');
    ui.unmount();
    assert(ref.current === null, 'null after unmount');
  },

  'the client comes from the property, else from the provider, else the element takes the page’s'() {
    const [one, two] = [fakeClient().client, fakeClient().client];
    const both = [createElement(PealProbe, { key: 1 }), createElement(PealProbe, { key: 2, client: two })];
    const ui = rendered(createElement(PealProvider, { client: one }, both));
    const [first, second] = ui.container.querySelectorAll<Probe>('peal-probe');
    assert(first!.client === one && second!.client === two, 'each its client');
    ui.again(createElement(PealProvider, { client: null }, both));
    assert(first!.client === null, 'signed out');
    ui.unmount();
    const alone = rendered(createElement(PealProbe));
    equal(probe(alone.container).written, [], 'without a provider nothing is written');
    alone.unmount();
  },

  'useStore shows each change once, and unmount unsubscribes'() {
    const store = countedStore({ count: 1 });
    let renders = 0;
    const Count = (): ReactElement => {
      renders += 1;
      return createElement('b', null, useStore(store).count);
    };
    const ui = rendered(createElement(Count));
    equal(ui.container.textContent, '1');
    store.set({ count: 2 });
    return painted().then(() => {
      equal(ui.container.textContent, '2');
      equal(renders, 2);
      equal(store.listeners(), 1);
      ui.unmount();
      equal(store.listeners(), 0);
    });
  },

  async 'useStore follows another store from the render that names it'() {
    const [a, b] = [countedStore('a'), countedStore('b')];
    const seen: string[] = [];
    const Text = ({ store }: { store: typeof a }): ReactElement => {
      const text = useStore(store);
      seen.push(text);
      return createElement('b', null, text);
    };
    const ui = rendered(createElement(Text, { store: a }), true);
    ui.again(createElement(Text, { store: b }));
    equal([a.listeners(), b.listeners(), ui.container.textContent], [0, 1, 'b']);
    assert(!seen.slice(seen.indexOf('b')).includes('a'), 'no value of the old store after the new one');
    ui.unmount();
    equal(b.listeners(), 0);
  },

  async 'useInbox and usePreferences read once, and a failed read throws nothing'() {
    const { client, inbox, preferences, loads } = fakeClient();
    const Both = (): ReactElement => createElement('b', null, useInbox().unreadCount, ' ', usePreferences().status);
    const ui = rendered(createElement(PealProvider, { client }, createElement(Both)));
    await painted();
    equal(loads, ['inbox', 'preferences']);
    inbox.set({ status: 'ready', items: [], unreadCount: 3 } as unknown as InboxView);
    await painted();
    equal(ui.container.textContent, '3 loading');
    ui.unmount();
    equal([inbox.listeners(), preferences.listeners()], [0, 0]);
    const again = rendered(createElement(PealProvider, { client }, createElement(Both)));
    await painted();
    equal(loads.filter((one) => one === 'inbox').length, 1, 'a store that is read is not read again');
    again.unmount();
  },

  async 'a page that a server rendered starts as the server left it, and goes on with the client'() {
    const { client, inbox } = fakeClient();
    inbox.set({ status: 'ready', items: [], unreadCount: 3 } as unknown as InboxView);
    const Count = (): ReactElement => createElement('b', null, useInbox().unreadCount);
    const container = document.body.appendChild(document.createElement('div'));
    // As `react-dom/server` renders it, where the client is `null`: see server.test.ts.
    container.innerHTML = '<b>0</b>';
    const root = hydrateRoot(container, createElement(PealProvider, { client }, createElement(Count)));
    await painted();
    equal(container.textContent, '3');
    root.unmount();
    equal(inbox.listeners(), 0);
    container.remove();
  },

  async 'useEtaBoard opens one board, follows it, and closes it'() {
    const { client, boards } = fakeClient();
    const seen: string[] = [];
    const Board = ({ eventId }: { eventId: string }): ReactElement => {
      const view = useEtaBoard(eventId);
      seen.push(`${eventId} ${view.board?.summary.text ?? view.status}`);
      return createElement('b', null, view.board?.summary.text ?? view.status);
    };
    const show = (eventId: string): ReactElement => createElement(PealProvider, { client }, createElement(Board, { eventId }));
    const ui = rendered(show('e1'), true);
    await painted();
    equal(boards.map(({ isOpen }) => isOpen), [false, true], 'StrictMode’s first board is closed');
    boards[1]!.store.set({ status: 'ready', board: { summary: { text: '1 on time' } } } as unknown as EtaBoardView);
    await painted();
    equal(ui.container.textContent, '1 on time');
    ui.again(show('e2'));
    await painted();
    assert(!seen.includes('e2 1 on time'), 'the board of one event is never shown as another’s');
    equal(boards.map(({ eventId, isOpen }) => `${eventId} ${isOpen}`).slice(1), ['e1 false', 'e2 true']);
    ui.unmount();
    equal(boards.filter(({ isOpen }) => isOpen).length, 0);
    equal(boards.reduce((sum, { store }) => sum + store.listeners(), 0), 0);
  },

  async 'each element shows the provider’s client, and none listens to it after unmount'() {
    const { client, listeners } = await realClient();
    const event = 'e1';
    const all = [
      createElement(PealBell, { key: 1 }), createElement(PealInbox, { key: 2, groupBy: 'type' }), createElement(PealPreferences, { key: 3 }),
      createElement(PealPermission, { key: 4 }), createElement(PealQuickReply, { key: 5, event }), createElement(PealToast, { key: 6 }),
      createElement(PealEtaButton, { key: 7, event }), createElement(PealHostBoard, { key: 8, event }),
    ];
    const ui = rendered(createElement(PealProvider, { client }, all), true);
    await painted();
    await painted();
    const text = (tag: string): string => ui.container.querySelector(tag)!.shadowRoot!.textContent!;
    assert(text('peal-inbox').includes('Dana sent you kudos'), 'the inbox: ' + text('peal-inbox'));
    assert(text('peal-inbox').includes('Kudos'), 'grouped by type');
    assert(text('peal-preferences').includes('Event reminders'), 'the preferences: ' + text('peal-preferences'));
    assert(text('peal-quick-reply').includes('On time'), 'the replies');
    assert(listeners() > 0, 'they listen');
    ui.unmount();
    equal(listeners(), 0, 'after unmount');
    client.stop();
  },

  async 'a tap on a row of the inbox calls onPealOpen, which may keep the link from being opened'() {
    const { client } = await realClient();
    const opened: string[] = [];
    client.links.onOpen(({ href }) => void opened.push('router ' + href));
    const open = (event: CustomEvent<{ id: string; link: string }>): void => {
      opened.push(`${event.detail.id} ${event.detail.link}`);
      event.preventDefault();
    };
    const ui = rendered(createElement(PealInbox, { client, onPealOpen: open }));
    await painted();
    const tap = (): void => ui.container.querySelector('peal-inbox')!.shadowRoot!.querySelector<HTMLElement>('[part=title]')!.click();
    tap();
    await painted();
    equal(opened, ['ntf_1 /kudos']);
    ui.again(createElement(PealInbox, { client }));
    tap();
    await painted();
    equal(opened, ['ntf_1 /kudos', 'router /kudos']);
    ui.unmount();
    client.stop();
  },

  // The last one: what it leaves is the client of all elements without one.
  async 'hooks without a provider follow the page’s client'() {
    const { client } = fakeClient();
    const Name = (): ReactElement => createElement('b', null, usePeal() === client ? 'configured' : 'none');
    const ui = rendered(createElement(StrictMode, null, createElement(Name)));
    equal(ui.container.textContent, 'none');
    setPageClient(client);
    await painted();
    equal(ui.container.textContent, 'configured');
    ui.unmount();
  },
};

Object.assign(globalThis, { cases });
