// Runs in an engine alone, after the core's script: all scenarios, and what became of them as one line of JSON.
import { scenarios } from 'scenario-data';
import { run } from '../conformance/run.mjs';
import { withServices } from '../conformance/withServices.mjs';
import { drain } from './host.mjs';

const core = withServices(globalThis.pealCore);
const result = { passed: 0, failures: [] };

async function runAll() {
  for (const scenario of scenarios) {
    try {
      await run(scenario, core);
      result.passed += 1;
    } catch (error) {
      result.failures.push(error.message);
    }
  }
  result.isDone = true;
}

void runAll();
drain();
globalThis.print(JSON.stringify(result));
