import { PealError } from '../../src/core/PealError.js';
import { defineElements } from '../../src/components/define.js';
import { createFake } from './fake.js';
import * as data from './fakeData.js';

/** What the browser's tests draw elements with. */
Object.assign(window, { fixture: { createFake, PealError, ...data } });

/** Elements draw in a microtask and measure in a frame. */
const drawn = (): Promise<void> => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))));
Object.assign(window, { drawn });
defineElements();
