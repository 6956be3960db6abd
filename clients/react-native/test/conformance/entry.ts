// What the scenarios need of the packages, as one module.
export * from 'peal-core';
export { expoPhone } from '../../src/expo.js';
export { firebasePhone } from '../../src/firebase.js';
export { bindExpoRouter, bindNavigation, phone } from '../../src/index.js';
export { FakePhone, TestClock, assumptions, sources } from '../../src/testing/index.js';
export { sandboxTokens } from '../../src/sandbox.js';
