import { expoPresses } from './expoPresses.js';
import { firebasePresses } from './firebasePresses.js';
import type { Press } from './Behaviour.js';

/** What the user does with what is shown. */
export const presses: readonly Press[] = [...expoPresses, ...firebasePresses];
