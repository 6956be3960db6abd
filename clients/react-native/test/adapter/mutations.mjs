import { background } from './mutations/background.mjs';
import { permission } from './mutations/permission.mjs';
import { presses } from './mutations/presses.mjs';

/**
 * For each trap of a phone its remedy in the sources, by exact text, and what is there without it. `file` is below `src`, or below the
 * core of the client where it starts with `core/`. `test` is the test that has to fail then.
 */
export const mutations = [...permission, ...presses, ...background];
