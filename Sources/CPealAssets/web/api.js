// Every call the page makes, all to its own origin.

const USUAL_TIMEOUT = 15_000;
/** A reset in another tab takes seconds, and what is asked meanwhile waits for it. */
const STATE_TIMEOUT = 20_000;
const RESET_TIMEOUT = 120_000;
const CLOCK_TIMEOUT = 120_000;

/** A call that was answered with problem+json (RFC 9457), or not answered at all. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `HTTP ${status}`);
    this.status = status;
    this.code = body.code ?? null;
    this.title = body.title || `HTTP ${status}`;
    this.detail = body.detail ?? "";
    this.errors = Array.isArray(body.errors) ? body.errors : [];
  }
}

let held = Promise.resolve();
let underWay = 0;

/** Does work while no other call is made: those under way end first, later ones wait until it is done. */
export async function alone(work) {
  let release;
  held = new Promise((resolve) => { release = resolve; });
  try {
    while (underWay > 0) await new Promise((resolve) => { setTimeout(resolve, 20); });
    return await work();
  } finally {
    release();
  }
}

async function call(method, path, options = {}) {
  if (!options.isAlone) await held;
  underWay += 1;
  try {
    return await send(method, path, options);
  } finally {
    underWay -= 1;
  }
}

async function send(method, path, { token = null, body, timeout = USUAL_TIMEOUT }) {
  const headers = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let response;
  try {
    response = await fetch(path, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store",
      signal: AbortSignal.timeout(timeout),
    });
  } catch (error) {
    const late = error.name === "TimeoutError";
    throw new Problem(0, { title: late ? "No response in time" : "The server does not respond",
      detail: "Check that Peal is still running." });
  }
  const text = await response.text();
  let answer = null;
  try { answer = text ? JSON.parse(text) : null; } catch { /* not JSON: an error page or an empty answer */ }
  if (!response.ok) throw new Problem(response.status, answer ?? { title: response.statusText });
  return answer;
}

function query(values) {
  const used = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return used.length ? `?${new URLSearchParams(used)}` : "";
}

const path = (...parts) => parts.map((part) => encodeURIComponent(part)).join("/");

/** The demo: its apps with users, phones and events; the state of one app; a new start. */
export const demo = {
  scenario: () => call("GET", "/demo/scenario"),
  state: (app) => call("GET", `/demo/state${query({ app })}`, { timeout: STATE_TIMEOUT }),
  /** Within `alone`; the state is the first answer of the server that starts again. */
  reset: () => call("POST", "/demo/reset", { isAlone: true }),
  stateAfterReset: (app) => call("GET", `/demo/state${query({ app })}`, { timeout: RESET_TIMEOUT, isAlone: true }),
};

/** The sandbox: keys, tokens, phones, time and faults. */
export const sandbox = {
  apps: () => call("GET", "/sandbox/apps"),
  token: (app, user) => call("POST", "/sandbox/tokens", { body: { app, user } }),
  addPhone: (phone) => call("POST", "/sandbox/phones", { body: phone }),
  tap: (phoneId, notification, action) =>
    call("POST", `/sandbox/phones/${path(phoneId)}/tap`, { body: { notification, action } }),
  phone: (phoneId, what) => call("POST", `/sandbox/phones/${path(phoneId, what)}`, { body: {} }),
  clock: () => call("GET", "/sandbox/clock"),
  moveClock: (change) => call("POST", "/sandbox/clock", { body: change, timeout: CLOCK_TIMEOUT }),
  settle: (timeoutMs) => call("POST", "/sandbox/settle", { body: { timeoutMs }, timeout: timeoutMs + USUAL_TIMEOUT }),
  pushes: (filter) => call("GET", `/sandbox/pushes${query(filter)}`),
  addFault: (fault) => call("POST", "/sandbox/faults", { body: fault }),
  clearFaults: () => call("DELETE", "/sandbox/faults"),
};

/** What an app's backend may call, with its secret key. */
export function backend(secretKey) {
  const as = (method, address, body) => call(method, address, { token: secretKey, body });
  return {
    trigger: (body) => as("POST", "/api/v1/triggers", body),
    triggers: (filter) => as("GET", `/api/v1/triggers${query(filter)}`),
    why: (filter) => as("GET", `/api/v1/why${query(filter)}`),
  };
}

/** What one user's app may call. The token follows the virtual time, so a 401 gets one fresh token. */
export function userCalls(app, user) {
  let minted = null;
  async function as(method, address, body) {
    minted ??= sandbox.token(app, user);
    try {
      return await call(method, `/api/v1${address}`, { token: (await minted).jwt, body });
    } catch (error) {
      minted = null;
      if (error.status !== 401) throw error;
    }
    minted = sandbox.token(app, user);
    return call(method, `/api/v1${address}`, { token: (await minted).jwt, body });
  }
  const notification = (id, verb) => `/notifications/${path(id, verb)}`;
  const preferences = `/users/${path(user)}/notification-preferences`;
  return {
    clientConfig: () => as("GET", "/client-config"),
    devices: () => as("GET", "/users/me/devices"),
    changeDevice: (id, change) => as("PATCH", `/users/me/devices/${path(id)}`, change),
    inbox: (filter) => as("GET", `/notifications${query(filter)}`),
    mark: (id, verb) => as("POST", notification(id, verb)),
    remove: (id) => as("DELETE", `/notifications/${path(id)}`),
    seen: () => as("POST", "/notifications/seen"),
    readAll: () => as("POST", "/notifications/read-all"),
    preferences: () => as("GET", preferences),
    changePreferences: (change) => as("PUT", preferences, change),
    changeCategory: (key, change) => as("PATCH", `${preferences}/category/${path(key)}`, change),
    resetPreferences: () => as("POST", `${preferences}/reset`),
    mute: (rule) => as("PUT", "/users/me/mutes", rule),
    unmute: (id) => as("DELETE", `/users/me/mutes/${path(id)}`),
  };
}

/** Writes a fresh id wherever the scenario says `$uuid`; one id per press, so that references inside the body agree. */
export function withFreshId(body) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  return JSON.parse(JSON.stringify(body).replaceAll("$uuid", id));
}
