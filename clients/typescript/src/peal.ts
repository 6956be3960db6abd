// The package's main module. What a server of Peal serves as `/peal.js` is the components alone: the services of the specification
// are for sites with a bundler.
export * from './components/index.js';
export * from './core/services.js';
