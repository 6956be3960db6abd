export { highlightOf, recordDestination } from './highlights.js';
export { useHighlight, type Highlight, type HighlightOptions } from './useHighlight.js';
export { useOpen } from './useOpen.js';
export { useTabCount, type TabScope } from './useTabCount.js';
export { useThread, type Thread, type ThreadOptions } from './useThread.js';
export { useViewed, type ViewedOptions, type ViewedScope } from './useViewed.js';
