import { describe, test } from 'node:test';
import { buildCore } from './buildCore.mjs';
import { run } from './run.mjs';
import { loadScenarios } from './scenarios.mjs';

const core = await buildCore();
const scenarios = loadScenarios();

for (const file of new Set(scenarios.map((scenario) => scenario.file))) {
  describe(file, () => {
    for (const scenario of scenarios.filter((one) => one.file === file)) test(scenario.title, () => run(scenario, core));
  });
}
