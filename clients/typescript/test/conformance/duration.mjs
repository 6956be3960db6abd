/** Milliseconds of an ISO 8601 duration such as `P1DT1M`, `-P1D` or `PT30S`. */
export function duration(text) {
  const match = /^(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text ?? '');
  if (!match || text.endsWith('P') || text.endsWith('T')) throw new Error(`not a duration: ${text}`);
  const [, sign, weeks, days, hours, minutes, seconds] = match;
  const sum = (+(weeks ?? 0) * 7 + +(days ?? 0)) * 86_400 + +(hours ?? 0) * 3600 + +(minutes ?? 0) * 60 + +(seconds ?? 0);
  return (sign ? -1 : 1) * sum * 1000;
}
