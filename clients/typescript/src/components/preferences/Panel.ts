import type { PealClient, PreferencesView } from '../../core/PealClient.js';
import type { Dates } from '../../words/Dates.js';
import type { Locale } from '../../words/Locale.js';
import type { Translate } from '../../words/texts.js';
import type { icon } from '../base/icons.js';

/** What the parts of the preference centre need. */
export interface Panel {
  readonly client: PealClient;
  readonly view: PreferencesView;
  readonly t: Translate;
  readonly locale: Locale;
  readonly dates: Dates;
  readonly icon: typeof icon;
  /** The category whose channels are shown. */
  readonly expanded: string | null;
  readonly expand: (key: string) => void;
  /** How to allow notifications in this browser is shown. */
  readonly isExplained: boolean;
  readonly explainHow: () => void;
  readonly explain: (error: unknown) => string;
  readonly run: (work: Promise<unknown>) => void;
}
