import { mkdirSync, writeFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { buildCore } from './buildCore.mjs';
import { run } from './run.mjs';
import { loadScenarios } from './scenarios.mjs';

const core = await buildCore();
const scenarios = loadScenarios();
let passed = 0;

for (const file of new Set(scenarios.map((scenario) => scenario.file))) {
  describe(file, () => {
    for (const scenario of scenarios.filter((one) => one.file === file)) {
      test(scenario.title, async () => {
        await run(scenario, core);
        passed += 1;
      });
    }
  });
}

// Other engines must come to the same number (Scripts/client-engines).
after(() => {
  const folder = new URL('../../../../.build/clients/engines/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('node.json', folder), JSON.stringify({ passed }));
});
