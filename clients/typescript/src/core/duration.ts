const shape = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

const units = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000];

/** Milliseconds of an ISO 8601 duration of weeks, days and time, such as `PT1H` or `P30D`; `null` when it is none. */
export function milliseconds(duration: string): number | null {
  const parts = shape.exec(duration);
  if (!parts || /[PT]$/.test(duration)) return null;
  return units.reduce((sum, unit, index) => sum + unit * Number(parts[index + 1] || 0), 0);
}

/** The server's way to write an instant. */
export const instant = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');
