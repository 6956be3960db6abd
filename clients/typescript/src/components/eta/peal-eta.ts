// A file of its own in the bundle, so its name is the one that it is served by. It imports what it draws with, and no state.
export { Board } from './Board.js';
export { EtaButton } from './EtaButton.js';
export { default as english } from '../../words/locales/en-eta.json';
