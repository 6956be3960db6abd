const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `over` on `base`, member by member; lists and values are replaced. */
export function merge(base, over) {
  if (!isObject(base) || !isObject(over)) return over;
  const result = { ...base };
  for (const [key, value] of Object.entries(over)) result[key] = key in base ? merge(base[key], value) : value;
  return result;
}
