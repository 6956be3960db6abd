/** Why a request failed: the server's problem (RFC 9457), or `network` when no response arrived. */
export class PealError extends Error {
  readonly code: string;
  /** The HTTP status; 0 when there was no response. */
  readonly status: number;
  /** Milliseconds to wait before another try, where the server says so. */
  readonly retryAfter: number | null;

  constructor(code: string, detail: string, status = 0, retryAfter: number | null = null) {
    super(detail);
    this.name = 'PealError';
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** Whether the same request may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}
