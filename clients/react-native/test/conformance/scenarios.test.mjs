import { describe, test } from 'node:test';
import { run } from '../../../typescript/test/conformance/run.mjs';
import { loadScenarios } from '../../../typescript/test/conformance/scenarios.mjs';
import { withServices } from '../../../typescript/test/conformance/withServices.mjs';
import { build } from './build.mjs';
import { ignored, reasonNot } from './differences.mjs';
import { faces } from './faces.mjs';
import { PhoneDevice } from './PhoneDevice.mjs';

const module = withServices(await build());
const scenarios = loadScenarios();
/** An `expect` without what means nothing on this phone. */
const expectation = (expected, device) => Object.fromEntries(Object.entries(expected).filter(([name]) => !ignored(name, device)));
const only = process.env.FACE;

for (const face of faces.filter(({ name }) => !only || name === only)) {
  describe(face.name, () => {
    for (const scenario of scenarios.filter((one) => !reasonNot(one, face))) {
      test(`${scenario.file} ${scenario.title}`, async () => {
        await run(scenario, { ...module, expectation, makeDevice: (...given) => new PhoneDevice(...given, { module, face }) });
      });
    }
  });
}
