/** @react-native-community/netinfo 11. Read from react-native-netinfo/react-native-netinfo, src/internal/types.ts */
declare module '@react-native-community/netinfo' {
  export interface NetInfoState {
    type: string;
    /** `null` while it is not known. */
    isConnected: boolean | null;
    isInternetReachable: boolean | null | undefined;
    details: object | null;
  }
  export type NetInfoSubscription = () => void;
  /** The listener is called with the latest state right after it was added. */
  export function addEventListener(listener: (state: NetInfoState) => void): NetInfoSubscription;
  export function fetch(requestedInterface?: string): Promise<NetInfoState>;
  export function refresh(): Promise<NetInfoState>;
  const NetInfo: {
    addEventListener: typeof addEventListener;
    fetch: typeof fetch;
    refresh: typeof refresh;
  };
  export default NetInfo;
}
