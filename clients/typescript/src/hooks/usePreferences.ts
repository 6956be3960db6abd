import type { PreferencesView } from '../core/PealClient.js';
import { useLoaded } from './useLoaded.js';
import { usePeal } from './usePeal.js';

const loading: PreferencesView = {
  status: 'loading', value: null, isStale: false, saving: [], isQueued: false, failures: [], savedAt: null, error: null,
};

/** The user's preferences with what is being saved. They are changed by `usePeal()?.preferences`. */
export function usePreferences(): PreferencesView {
  return useLoaded(usePeal()?.preferences, loading);
}
