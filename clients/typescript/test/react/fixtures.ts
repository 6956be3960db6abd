import type { ReactElement } from 'react';
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import type { EtaBoardView, InboxView, OpenBoard, PealClient, PreferencesView } from '../../src/core/PealClient.js';
import { countedStore } from './countedStore.js';

export function assert(condition: unknown, text: string): asserts condition {
  if (!condition) throw new Error(text);
}

export function equal(actual: unknown, expected: unknown, text = ''): void {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  assert(left === right, `${text} ${left} is not ${right}`);
}

/** What was rendered into the page, until it is unmounted. */
export function rendered(element: ReactElement, isStrict = false) {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const shown = (one: ReactElement): ReactElement => (isStrict ? createElement(StrictMode, null, one) : one);
  flushSync(() => root.render(shown(element)));
  return {
    container,
    again: (one: ReactElement) => flushSync(() => root.render(shown(one))),
    unmount() {
      flushSync(() => root.unmount());
      container.remove();
    },
  };
}

/** Effects that are not of the layout run after the browser has painted. */
export const painted = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

/** Elements that record what they are given, and a client whose stores know who listens. */
export class Probe extends HTMLElement {
  static made: Probe[] = [];
  written: [string, unknown][] = [];
  private given: unknown = null;
  constructor() {
    super();
    Probe.made.push(this);
  }
  get client(): unknown { return this.given; }
  set client(client: unknown) { this.written.push(['client', client]); this.given = client; }
  get item(): unknown { return null; }
  set item(item: unknown) { this.written.push(['item', item]); }
}
customElements.define('peal-probe', Probe);

export function fakeClient() {
  const inbox = countedStore({ status: 'loading', items: [], unreadCount: 0 } as unknown as InboxView);
  const preferences = countedStore({ status: 'loading', value: null } as unknown as PreferencesView);
  const boards: { eventId: string; store: ReturnType<typeof countedStore<EtaBoardView>>; isOpen: boolean }[] = [];
  const loads: string[] = [];
  const client = {
    inbox: { view: inbox, load: async () => void loads.push('inbox') },
    preferences: { view: preferences, load: async () => { loads.push('preferences'); throw new Error('offline'); } },
    eta: {
      board(eventId: string): OpenBoard {
        const store = countedStore({ status: 'loading', board: null } as unknown as EtaBoardView);
        const board = { eventId, store, isOpen: true };
        boards.push(board);
        return { ...store, close: () => void (board.isOpen = false) };
      },
    },
  } as unknown as PealClient;
  return { client, inbox, preferences, boards, loads };
}
