import type { Destination, PealClient } from 'peal-core';
import { recordDestination } from './hooks/highlights.js';

/** React Navigation's container, by `createNavigationContainerRef()`. */
export interface NavigationRef {
  isReady(): boolean;
  addListener(type: 'ready', listener: () => void): () => void;
}

export interface ReactNavigationOptions {
  readonly ref: NavigationRef & { navigate(screen: string, params?: object): void };
  /**
   * Where a destination is in the app: its screen, and the tab in which it lies, which is opened first so that "back" leads there.
   * `null` where the app has no such screen, or the thing is deleted: then the fallback is opened.
   */
  readonly screenOf: (destination: Destination) => Screen | null | Promise<Screen | null>;
}

export interface Screen {
  /** With its parent for version 7, which names a screen of a nested navigator by it: `{name: 'Tabs', params: {screen: 'Events'}}`. */
  readonly tab?: string | { readonly name: string; readonly params?: Readonly<Record<string, unknown>> };
  readonly name: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface ExpoRouterOptions {
  readonly router: { push(href: string): void; navigate(href: string): void };
  /** `useNavigationContainerRef()` of expo-router: nothing may be opened before its root is there. */
  readonly ref: NavigationRef;
  /** The tab in which a destination lies. */
  readonly tabOf?: (destination: Destination) => string | null;
  /** Whether what a link leads to still exists; always, without it. */
  readonly exists?: (destination: Destination) => boolean | Promise<boolean>;
}

/** A root that is not there yet drops what is opened, or fails: both routers. */
function rooted(ref: NavigationRef): Promise<void> {
  if (ref.isReady()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = ref.addListener('ready', () => {
      end();
      resolve();
    });
  });
}

/** Lets taps lead to the screens of React Navigation. The answer ends it. */
export function bindNavigation(client: PealClient, { ref, screenOf }: ReactNavigationOptions): () => void {
  return client.links.onOpen(async (destination) => {
    await rooted(ref);
    const screen = await screenOf(destination);
    if (!screen) return false;
    recordDestination(client, destination);
    const tab = typeof screen.tab === 'string' ? { name: screen.tab } : screen.tab;
    if (tab) ref.navigate(tab.name, tab.params);
    ref.navigate(screen.name, screen.params);
    return true;
  });
}

/** Lets taps lead to the screens of Expo Router, whose links are the catalog's. The answer ends it. */
export function bindExpoRouter(client: PealClient, { router, ref, tabOf, exists }: ExpoRouterOptions): () => void {
  return client.links.onOpen(async (destination) => {
    await rooted(ref);
    if (exists && !(await exists(destination))) return false;
    recordDestination(client, destination);
    const tab = tabOf?.(destination);
    if (tab) router.navigate(tab);
    router.push(destination.href);
    return true;
  });
}
