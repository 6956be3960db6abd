/** An answer of the server that is not a success. */
export class Problem extends Error {
  constructor(status, code, detail = code) {
    super(detail);
    this.status = status;
    this.code = code;
  }

  get body() {
    return {
      type: `urn:peal:problem:${this.code}`, title: this.code, status: this.status, detail: this.message, code: this.code,
    };
  }
}

export const notFound = () => new Problem(404, 'not-found', 'it does not exist, or it belongs to another user or app');
