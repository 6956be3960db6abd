/**
 * A phone for the tests of an app:
 *
 *     const clock = new TestClock();
 *     const phone = new FakePhone({ platform: 'android', face: 'firebase', clock, permission: 'granted' });
 *     phone.install((native) => startApp(native));   // the top level of index.js
 *     await phone.launch();
 *     phone.kill();
 *     await phone.arrive({ provider: 'fcm', payload: { message: … } });
 *     await phone.finished();
 *     await phone.press(phone.shown[0].key, { button: 'on-time' });
 *
 * Where the app waits for more than the phone, such as a server in the same test, `turn` says how to let that go on; in Node
 * `turn: () => new Promise(setImmediate)`.
 */
export { FakePhone } from './FakePhone.js';
export { TestClock } from './TestClock.js';
export { assumptions, behaviour, changed, sources, without } from './behaviour.js';
export type { Arrival } from './deliver.js';
export type { Lifecycle, Arrives, Behaviour, Code, Delivery, Drawer, Face, PhonePlatform, Press, Pressed, Trait } from './behaviour.js';
export type { PushRequest } from './arrival.js';
export type { PressOptions } from './press.js';
export type { PhoneClock, PhoneOptions, Tokens } from './Options.js';
export type { NativeCall, Received } from './Received.js';
export type { ShownNotification } from './system/Screen.js';
export type { Button } from './system/Categories.js';
export type { Native } from './native/Native.js';
export type { Expo } from './expo/createExpo.js';
export type { Firebase } from './firebase/createFirebase.js';
