export { notifeeScreen, type NotifeeScreenOptions } from './firebase/notifeeScreen.js';
