import { mock } from 'node:test';
import type { ReactElement } from 'react';
import { act, create, type ReactTestInstance, type ReactTestRenderer } from 'react-test-renderer';
import type { PealClient, Store } from 'peal-core';
import { PealProvider } from 'peal-core/hooks';
import { settled } from '../../typescript/test/core/FakeClock.js';
import { PealUI, type PealUIProps } from '../src/screens/PealUI.js';
import { host } from './host.js';
import { World } from './World.js';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
export const NOW = Date.parse('2026-11-20T10:00:00Z');
mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: NOW });

/** Lets everything happen that waits for nothing but its turn, and has it drawn. */
export const idle = (): Promise<void> => act(async () => settled()) as Promise<void>;

/** The phone's own timers: messages, banners, what a screen reader says. */
export const pass = (milliseconds: number): Promise<void> => act(async () => {
  mock.timers.tick(milliseconds);
  await settled();
}) as Promise<void>;

/** The client's timers. */
export const advance = (world: World, milliseconds: number): Promise<void> => act(async () => world.phone.clock.advance(milliseconds)) as Promise<void>;

export async function startWorld(prepare: (world: World) => void = () => undefined, world = new World()): Promise<World> {
  prepare(world);
  await world.client.start();
  await settled();
  return world;
}

export class Screen {
  private constructor(private readonly renderer: ReactTestRenderer, readonly world: World) {}

  static async show(world: World, element: ReactElement, settings: PealUIProps = {}): Promise<Screen> {
    let made: ReactTestRenderer | undefined;
    await act(async () => {
      made = create(<PealUI locale="en" {...settings}><PealProvider client={world.client}>{element}</PealProvider></PealUI>);
    });
    await idle();
    return new Screen(made!, world);
  }

  get root(): ReactTestInstance {
    return this.renderer.root;
  }

  /** All that is written, in order. */
  get texts(): string[] {
    return this.root.findAll((one) => (one.type as unknown) === 'Text').map((one) => one.children.join(''));
  }

  get text(): string {
    return this.texts.join(' | ');
  }

  /** Parts of the system with these properties. */
  all(name: string, props: Readonly<Record<string, unknown>> = {}): ReactTestInstance[] {
    return this.root.findAll((one) => (one.type as unknown) === name && Object.entries(props).every(([key, value]) => (
      value instanceof RegExp ? value.test(String(one.props[key])) : one.props[key] === value
    )));
  }

  one(name: string, props: Readonly<Record<string, unknown>> = {}): ReactTestInstance {
    const found = this.all(name, props);
    if (found.length !== 1) throw new Error(`${found.length} of ${name} ${JSON.stringify(props, (_, value: unknown) => (value instanceof RegExp ? String(value) : value))}: ${this.labels.join(' | ')}`);
    return found[0]!;
  }

  /** What a screen reader calls what can be pressed. */
  get labels(): string[] {
    return [...this.all('Pressable'), ...this.all('Switch')].map((one) => String(one.props['accessibilityLabel']));
  }

  async press(label: string | RegExp): Promise<void> {
    const pressable = this.one('Pressable', { accessibilityLabel: label });
    if (pressable.props['disabled']) throw new Error(`${String(label)} is disabled`);
    await act(async () => (pressable.props as { onPress: () => void }).onPress());
    await idle();
  }

  async turn(label: string, value: boolean): Promise<void> {
    const found = this.one('Switch', { accessibilityLabel: label });
    await act(async () => (found.props as { onValueChange: (value: boolean) => void }).onValueChange(value));
    await idle();
  }

  async act(work: () => void | Promise<void>): Promise<void> {
    await act(async () => work());
    await idle();
  }

  async update(element: ReactElement, settings: PealUIProps = {}): Promise<void> {
    await act(async () => this.renderer.update(<PealUI locale="en" {...settings}><PealProvider client={this.world.client}>{element}</PealProvider></PealUI>));
    await idle();
  }

  async leave(): Promise<void> {
    await act(async () => this.renderer.unmount());
  }
}

const storesOf = (client: PealClient): Store<unknown>[] => [
  client.config, client.live.mode, client.devices.state, client.permission.view, client.preferences.view, client.inbox.view, client.inbox.tabs,
  client.foreground.banners, client.outbox,
] as Store<unknown>[];

/** Counts who listens to the client's stores from now on, boards included, and to the system. */
export function countListeners(client: PealClient): () => number {
  let count = 0;
  const before = host.listeners.size;
  const watch = (store: Store<unknown>): void => {
    const { subscribe } = store;
    (store as { subscribe: Store<unknown>['subscribe'] }).subscribe = (listener) => {
      const end = subscribe.call(store, listener);
      count++;
      return () => {
        count--;
        end();
      };
    };
  };
  storesOf(client).forEach(watch);
  const { board } = client.eta;
  (client.eta as { board: typeof board }).board = (event) => {
    const opened = board(event);
    watch(opened as Store<unknown>);
    return opened;
  };
  return () => count + host.listeners.size - before;
}
