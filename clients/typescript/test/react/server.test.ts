import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReactElement } from 'react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as peal from '../../src/react/index.js';

test('the package loads and renders where there is no document: elements as their tags, hooks as still loading', () => {
  assert.equal(typeof (globalThis as { document?: unknown }).document, 'undefined');
  const Counts = (): ReactElement =>
    createElement('p', null, peal.useInbox().status, peal.usePreferences().status, peal.useEtaBoard('e1').status, String(peal.usePeal()));
  const warnings: unknown[] = [];
  const { error } = console;
  console.error = (...words) => void warnings.push(words);
  const actions = [{ id: 'on-time', title: 'On time', type: 'quick-reply' as const }];
  const page = createElement(peal.PealProvider, { client: null },
    createElement(peal.PealBell, { id: 'bell', className: 'wide', hidden: false, onPealOpen: () => undefined }),
    createElement(peal.PealQuickReply, { event: 'e1', actions }),
    createElement(Counts));
  const html = renderToStaticMarkup(page);
  const Count = (): ReactElement => createElement('b', null, peal.useInbox().unreadCount);
  assert.equal(renderToStaticMarkup(createElement(peal.PealProvider, { client: null }, createElement(Count))), '<b>0</b>');
  console.error = error;
  assert.equal(html, '<peal-bell id="bell" class="wide"></peal-bell><peal-quick-reply></peal-quick-reply><p>loadingloadingloadingnull</p>');
  assert.deepEqual(warnings, []);
});

test('each element has a component, of its name', async () => {
  const { elements } = await import('../../src/components/define.js');
  for (const tag of Object.keys(elements)) {
    const name = tag.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase());
    const component = (peal as Record<string, { displayName?: string }>)[name];
    assert.equal(component?.displayName, name, tag);
    assert.match(renderToStaticMarkup(createElement(component as never)), new RegExp(`^<${tag}>`));
  }
});
