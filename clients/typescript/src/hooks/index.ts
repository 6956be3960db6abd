export { PealProvider, type PealProviderProps } from './PealProvider.js';
export { useEtaBoard } from './useEtaBoard.js';
export { useInbox } from './useInbox.js';
export { usePeal } from './usePeal.js';
export { usePreferences } from './usePreferences.js';
export { useStore } from './useStore.js';
