/**
 * Milliseconds of pause and vibration in turn, for the catalog's names, as the server has them for
 * what the system draws; others are the phone's own.
 */
const patterns: Readonly<Record<string, readonly number[]>> = {
  short: [0, 200], long: [0, 800], double: [0, 200, 200, 200], strong: [0, 600],
  urgent: [0, 500, 200, 500, 200, 500], celebratory: [0, 100, 100, 100, 100, 400],
};

export const vibrationOf = (name: string | null | undefined): number[] | undefined => {
  const pattern = patterns[name || ''];
  return pattern && [...pattern];
};
