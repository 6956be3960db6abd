import type { PealClient, PreferencesView } from 'peal-core';
import type { Messages } from '../useMessages.js';

/** What the parts of the preference screen share. */
export interface Panel {
  readonly peal: PealClient;
  readonly view: PreferencesView;
  readonly run: Messages['run'];
  /** The category whose channels are shown. */
  readonly expanded: string | null;
  readonly expand: (key: string | null) => void;
  /** How to allow notifications is explained, since the app cannot open the settings. */
  readonly isExplained: boolean;
  readonly explainHow: () => void;
}
