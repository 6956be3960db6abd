/**
 * What React Native's preset of Babel (0.76 to 0.82) makes of the language for Hermes and for other engines, as plugins of Babel 7.20:
 * all of it that a bundle of ES2019 can contain. With `regenerator`, no generator is left.
 */
export const lowering = {
  sourceType: 'script',
  compact: true,
  comments: false,
  plugins: [
    'transform-block-scoping',
    'transform-unicode-regex',
    'transform-classes',
    'transform-arrow-functions',
    'transform-computed-properties',
    'transform-parameters',
    'transform-shorthand-properties',
    'proposal-optional-catch-binding',
    'transform-function-name',
    'transform-literals',
    'transform-sticky-regex',
    'transform-template-literals',
    'transform-named-capturing-groups-regex',
    ['transform-destructuring', { useBuiltIns: true }],
    'transform-spread',
    ['proposal-object-rest-spread', { loose: true, useBuiltIns: true }],
    'proposal-async-generator-functions',
    'transform-async-to-generator',
    ['transform-for-of', { loose: true }],
    'transform-regenerator',
  ],
};

const newer = ['ArrowFunctionExpression', 'AwaitExpression', 'Class', 'ForOfStatement', 'ObjectPattern', 'ArrayPattern', 'RestElement',
  'SpreadElement', 'TemplateLiteral', 'YieldExpression'];

/** What a script contains that `lowering` does not leave, by the names of Babel's syntax tree. */
export function notLowered(babel, code) {
  const found = new Set();
  const visitor = { [newer.join('|')]: ({ type }) => void found.add(type) };
  babel.transform(code, { sourceType: 'script', code: false, plugins: [() => ({ visitor })] });
  return [...found];
}
