import { act } from './acts.mjs';
import { Device } from './Device.mjs';
import { check } from './expectations.mjs';
import { World } from './World.mjs';

/** Runs a scenario; throws with file, scenario, step and row where it does not hold. */
export async function run(scenario, core) {
  const { makeDevice = (...given) => new Device(...given, core.createPeal), expectation = (expected) => expected } = core;
  const world = new World(scenario.world, makeDevice);
  const strays = [];
  const stray = (error) => strays.push(error);
  process.on('unhandledRejection', stray);
  const fail = (index, texts) => {
    const step = scenario.steps[index];
    const marks = [step.row ?? [], step.clause ?? []].flat().join(', ');
    throw new Error(`${scenario.file} › ${scenario.title} › step ${index + 1} (${marks}):\n  ${texts.join('\n  ')}`);
  };
  let wasExpect = false;
  try {
    for (const [index, step] of scenario.steps.entries()) {
      try {
        if (!step.expect) {
          if (wasExpect) world.openWindows();
          await act(world, step, core.services);
        }
      } catch (error) {
        fail(index, [error.message]);
      }
      const found = step.expect ? check(expectation(step.expect, world.device(step.on)), world.device(step.on), world) : [];
      const all = [...found, ...world.leaks(), ...strays.map((error) => `not handled: ${error?.stack ?? error}`)];
      if (all.length > 0) fail(index, all);
      wasExpect = Boolean(step.expect);
    }
  } finally {
    world.end();
    await world.settle();
    process.off('unhandledRejection', stray);
  }
}
