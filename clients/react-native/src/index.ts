export { buttonsOf, pressedAction, type ButtonLimits } from './buttons.js';
export { bindExpoRouter, bindNavigation, type ExpoRouterOptions, type NavigationRef, type ReactNavigationOptions, type Screen } from './navigation.js';
export { phone, type Phone, type PhoneOptions } from './phone.js';
export * from './ports.js';
export { netInfo, type NetInfoLike } from './network.js';
export { asyncStorage, keychain, mmkv, type AsyncStorageLike, type KeychainLike, type MMKVLike } from './storage.js';
