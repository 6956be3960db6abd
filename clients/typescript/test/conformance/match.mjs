const show = (value) => {
  const text = JSON.stringify(value);
  return text === undefined ? 'nothing' : text.length > 400 ? `${text.slice(0, 400)}…` : text;
};

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What of `expected` does not hold, as texts; none when all of it does. Objects are compared by the expected members, lists
 * member by member. `null` also stands for absent, `true` for any text.
 */
export function differences(expected, actual, at) {
  if (expected === null) return actual === null || actual === undefined ? [] : [`${at}: expected null, got ${show(actual)}`];
  if (expected === true && typeof actual === 'string' && actual !== '') return [];
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) {
      return [`${at}: expected ${show(expected)}, got ${show(actual)}`];
    }
    return expected.flatMap((value, index) => differences(value, actual[index], `${at}[${index}]`));
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return [`${at}: expected ${show(expected)}, got ${show(actual)}`];
    if (Object.keys(expected).length === 0 && Object.keys(actual).length > 0 && at.endsWith('parameters')) {
      return [`${at}: expected none, got ${show(actual)}`];
    }
    return Object.keys(expected).flatMap((key) => differences(expected[key], actual[key], `${at}.${key}`));
  }
  if (Object.is(expected, actual) || sameInstant(expected, actual)) return [];
  return [`${at}: expected ${show(expected)}, got ${show(actual)}`];
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function sameInstant(expected, actual) {
  const texts = [expected, actual].every((value) => typeof value === 'string' && instant.test(value));
  return texts && Math.abs(Date.parse(expected) - Date.parse(actual)) < 1000;
}

/** The expected members in this order, others between them. */
export function inOrder(expected, actual, at, isMatch = (one, other) => differences(one, other, '').length === 0) {
  let from = 0;
  for (const [index, value] of expected.entries()) {
    const found = actual.findIndex((candidate, position) => position >= from && isMatch(value, candidate));
    if (found < 0) return [`${at}[${index}]: no ${show(value)} among ${show(actual)}`];
    from = found + 1;
  }
  return [];
}
