// `/peal.js`, and the package's main module: the components are defined before the page's client is made.
export * from './components/index.js';
export * from './browser/index.js';
