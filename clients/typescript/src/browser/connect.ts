import type { Socket } from '../core/platform.js';

/** A WebSocket in the form that the core uses. */
export function connect(url: string, protocols: readonly string[]): Socket {
  const web = new WebSocket(url, [...protocols]);
  const socket: Socket = {
    onopen: null, onmessage: null, onclose: null,
    send: text => web.send(text),
    close: code => web.close(code)
  };
  web.onopen = () => socket.onopen?.();
  web.onmessage = ({ data }) => { if (typeof data === 'string') socket.onmessage?.(data); };
  web.onclose = ({ code, reason }) => socket.onclose?.(code, reason);
  return socket;
}
