export * from './expo/ExpoModules.js';
export { expoPhone } from './expo/expoPhone.js';
