import { createRoot } from 'react-dom/client';
import { View } from 'react-native';
import { PealProvider } from 'peal-core/hooks';
import { addTexts } from 'peal-core/words';
import de from '../../../typescript/src/words/locales/de.json';
import { settled } from '../../../typescript/test/core/FakeClock.js';
import { PealUI, useUI } from '../../src/screens/PealUI.js';
import type { ReactElement, ReactNode } from 'react';
import { World } from '../World.js';
import { host } from './host.js';
import { scenes } from './scenes.js';

const asked = new URLSearchParams(location.search);
const scene = scenes[asked.get('scene') ?? ''];
const page = window as unknown as { names: string[]; translated: string[]; heights: Record<string, number>; accent: string; isReady: boolean };
addTexts('de', de);
page.names = Object.keys(scenes);
// What a scene presses it finds by its English name.
page.translated = page.names.filter((name) => !scenes[name]!.then);
page.heights = Object.fromEntries(Object.entries(scenes).map(([name, { height = 844 }]) => [name, height]));

const wait = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn++) {
    await settled();
    await new Promise((done) => setTimeout(done, 5));
  }
};

async function press(label: string): Promise<void> {
  const found = [...document.querySelectorAll<HTMLElement>('[aria-label]')].filter((one) => one.getAttribute('aria-label') === label);
  if (!found.length) throw new Error(`no ${label}: ${[...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label')).join(' | ')}`);
  found[0]!.click();
  await wait();
}

/** The app around a screen. */
function App({ children }: { readonly children: ReactNode }): ReactElement {
  const { colours } = useUI().theme;
  page.accent = colours.accent;
  document.body.style.background = colours.page;
  document.body.style.color = colours.soft;
  return <View style={{ flex: 1, backgroundColor: colours.page }}>{children}</View>;
}

async function draw(): Promise<void> {
  if (!scene) return;
  host.scheme = asked.get('scheme') === 'dark' ? 'dark' : 'light';
  host.fontScale = Number(asked.get('scale') ?? 1);
  host.frame = document.getElementById('frame');
  const world = new World();
  scene.prepare?.(world);
  if (!scene.isLoading) {
    await world.client.start();
    for (let at = 0; at < 3; at++) await world.phone.clock.advance(2_000);
  }
  createRoot(document.getElementById('root')!).render(
    <PealUI locale={asked.get('locale') ?? 'en-GB'}><PealProvider client={world.client}><App>{scene.element}</App></PealProvider></PealUI>,
  );
  await wait();
  // What the server refuses is tried again for some seconds before it counts as failed.
  if (!scene.isLoading) await world.phone.clock.advance(10_000);
  await wait();
  await scene.then?.(world, press);
  if (!scene.isLoading) await world.phone.clock.advance(1_000);
  await wait();
  page.isReady = true;
}

draw().catch((error: unknown) => {
  document.title = `failed: ${String(error)}`;
  page.isReady = true;
});
