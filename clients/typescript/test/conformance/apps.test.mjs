import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { directory } from './directory.mjs';
import { parseYaml } from './scenarios.mjs';

const catalogs = new URL('../../../../Catalogs/', import.meta.url);
const read = (app, name) => JSON.parse(readFileSync(new URL(`apps/${app}/${name}.json`, directory), 'utf8'));
const apps = readdirSync(catalogs).filter((name) => name.endsWith('.yaml')).map((name) => name.replace('.yaml', ''));

for (const app of apps) {
  test(`what the scripted server answers for ${app} is what its catalog says`, () => {
    const catalog = parseYaml(readFileSync(new URL(`${app}.yaml`, catalogs), 'utf8'));
    const config = read(app, 'client-config');
    const [, strategy, milestone] = /^(\w+)(?:\((.+)\))?$/.exec(catalog.permission.strategy);
    assert.equal(config.app, catalog.app);
    assert.equal(config.name, catalog.name);
    assert.equal(config.permission.strategy, strategy);
    assert.equal(config.permission.milestone, milestone);
    assert.equal(config.permission.texts.prompt, catalog.permission.prompt.en);
    assert.equal(config.permission.texts.softPrompt, catalog.permission.softPrompt.en);
    assert.deepEqual(config.permission.softPrompt, {
      every: `P${catalog.permission.softPromptEvery.toUpperCase()}`, routes: catalog.permission.softPromptRoutes,
    });
    assert.deepEqual(config.links.routes, catalog.links.routes);
    assert.equal(config.links.fallback, catalog.links.fallback);
    assert.deepEqual(config.presentation, catalog.presentation);
    assert.equal(config.features.inbox, catalog.features.inbox);
    assert.equal(config.features.actions, catalog.features.actions);
    assert.equal(config.features.quietHours, catalog.features.quietHours);
    assert.equal(config.inbox?.readOn, catalog.features.inbox ? catalog.inbox?.readOn ?? 'tap' : undefined);
    assert.equal(config.inbox?.collapse, catalog.mute?.collapse);
    assert.deepEqual(config.categories.map(({ key, icon }) => [key, icon]),
      Object.values(catalog.categories).map(({ key, icon }) => [key, icon]));
    assert.deepEqual(config.types.map(({ id }) => id), Object.keys(catalog.types));
    for (const type of config.types) {
      const { priority, presentation, actions, category } = catalog.types[type.id];
      if (['critical', 'high', 'normal', 'low'].includes(priority)) assert.equal(type.priority, priority, type.id);
      assert.equal(type.presentation, presentation, type.id);
      assert.equal(type.category, catalog.categories[category].name ?? category, type.id);
      const shown = catalog.features.actions ? actions ?? [] : [];
      assert.deepEqual(
        (type.actions ?? []).map(({ id, title }) => [id, title]), shown.map(({ id, title }) => [id, title.en]), type.id,
      );
    }
    assert.equal(read(app, 'server').badge, catalog.features.inbox ? catalog.badge : 'none');
  });
}

test('the confirmations are those of the catalog', () => {
  const { eta } = parseYaml(readFileSync(new URL('gss.yaml', catalogs), 'utf8')).entities.event;
  const { show, ...server } = read('gss', 'server');
  for (const name of ['confirmations', 'confirmationsWithoutHost']) {
    assert.deepEqual(server[name], {
      'on-time': eta[name].onTime.en,
      'running-late': eta[name].runningLate.en.replace('{{minutes}}', '{minutes}'),
      'cant-make-it': eta[name].cantMakeIt.en,
    });
  }
  assert.deepEqual(show, eta.show);
});
