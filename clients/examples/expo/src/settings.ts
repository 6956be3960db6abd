/**
 * Development uses a sandbox: no account, no push service. `adb reverse tcp:8080 tcp:8080` brings it into an Android emulator or phone
 * under this address; the iOS simulator has it already.
 */
export const settings = {
  app: 'nhs',
  isSandbox: __DEV__,
  baseUrl: __DEV__ ? 'http://localhost:8080' : 'https://peal.example',
  /** Your own backend, which signs the token of the user who is signed in (docs/identity.md). */
  tokenUrl: 'https://nhs.example/peal/token',
  /** Who is signed in, in place of a sign-in screen. */
  user: 'mia',
};
