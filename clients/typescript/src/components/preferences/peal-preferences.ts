// A file of its own in the bundle, so its name is the one that it is served by. It imports what it draws with, and no state.
export { Preferences } from './Preferences.js';
export { default as english } from '../../words/locales/en-preferences.json';
