export { firebasePhone } from './firebase/firebasePhone.js';
export * from './firebase/FirebaseModules.js';
export { firebaseTokens, type FirebaseTokenOptions } from './firebase/messages.js';
