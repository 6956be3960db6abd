/// The code that every generated TypeScript file has: the error of an answer, and the tokens of users.
enum TypeScriptRuntime {
    /// The error of an answer.
    static let problem = SourceText.lines(
        #"""
        /** An answer that is not a success (RFC 9457). A call that gets no answer throws what `fetch` throws. */
        export class PealError extends Error {
          /** The HTTP status. */
          readonly status: number;
          /** A stable name, such as `missing-variable`; `unknown` when another server than Peal answered. */
          readonly code: string;
          /** Every problem of the request, each with the JSON pointer to its cause. */
          readonly errors: readonly { readonly detail: string; readonly pointer: string }[];
          /** The id of the request in the log of the server. */
          readonly requestId: string | undefined;
          /** After how many seconds a further attempt makes sense, where the server said so. */
          readonly retryAfter: number | undefined;

          constructor(status: number, text: string, retryAfter: number | undefined) {
            const body = problemBody(text);
            super(body.detail ?? body.title ?? `HTTP status ${status}`);
            this.name = "PealError";
            this.status = status;
            this.code = body.code ?? "unknown";
            this.errors = body.errors ?? [];
            this.requestId = body.requestId;
            this.retryAfter = retryAfter;
          }
        }

        interface ProblemBody {
          readonly code?: string;
          readonly title?: string;
          readonly detail?: string;
          readonly errors?: readonly { readonly detail: string; readonly pointer: string }[];
          readonly requestId?: string;
        }

        function problemBody(text: string): ProblemBody {
          try {
            const body: unknown = JSON.parse(text);
            return typeof body === "object" && body !== null ? body : {};
          } catch {
            return {};
          }
        }
        """#
    )

    /// The function that makes a user's token.
    static func userToken(app: String) -> [String] {
        SourceText.lines(
            #"""
            /**
             * A token (HS256) for a user of the app: what the app's clients call Peal with.
             *
             * `secret` is the text of `jwt.secret`. `lifetime` is in seconds, at most 31 days. `audience` is
             * what `jwt.audience` says, if the app sets it. Apps with a key pair sign with that instead.
             */
            export async function userToken(
              user: string,
              secret: string,
              options: { readonly lifetime?: number; readonly audience?: string; readonly keyId?: string } = {},
            ): Promise<string> {
              const now = Math.floor(Date.now() / 1000);
              const head = { alg: "HS256", kid: options.keyId, typ: "JWT" };
              const exp = now + (options.lifetime ?? 3600);
              const claims = { sub: user, aud: options.audience ?? APP, iat: now, exp };
              const encoder = new TextEncoder();
              const base64url = (bytes: Uint8Array): string =>
                btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
                  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
              const signed = [head, claims].map((part) => base64url(encoder.encode(JSON.stringify(part)))).join(".");
              const hmac = { name: "HMAC", hash: "SHA-256" };
              const key = await crypto.subtle.importKey("raw", encoder.encode(secret), hmac, false, ["sign"]);
              const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(signed));
              return `${signed}.${base64url(new Uint8Array(signature))}`;
            }
            """#.replacing("APP", with: SourceText.literal(app))
        )
    }
}
