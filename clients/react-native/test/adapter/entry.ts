// What the tests of the adapter need of the packages, as one module.
export * from 'peal-core';
export * from '../../src/index.js';
export * from '../../src/expo.js';
export * from '../../src/firebase.js';
export { payloadOf } from '../../src/sandbox/payloadOf.js';
export { FakePhone, behaviour, changed } from '../../src/testing/index.js';
export { sandboxTokens } from '../../src/sandbox.js';
