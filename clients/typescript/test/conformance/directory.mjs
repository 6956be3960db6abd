/** Where the scenarios are. */
export const directory = new URL('../../../conformance/', import.meta.url);
