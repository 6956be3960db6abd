/// The class of a generated TypeScript file, without the methods of the types.
enum TypeScriptClass {
    /// Its beginning, up to the methods of the types.
    static let head = SourceText.lines(
        #"""
        /** The calls of the backend; each is repeated without an answer and when Peal is overloaded or asks to wait. */
        export class Peal {
          readonly #url: string;
          readonly #secretKey: string;
          readonly #attempts: number;
          readonly #timeout: number;
          readonly #fetch: typeof fetch;

          constructor(options: PealOptions) {
            this.#url = options.url.replace(/\/+$/, "") + "/api/v1";
            this.#secretKey = options.secretKey;
            this.#attempts = Math.max(1, options.attempts ?? 4);
            this.#timeout = options.timeout ?? 10_000;
            this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
          }
        """#
    )

    /// The calls for users, and those for entities where the app declares some.
    static func directory(hasEntities: Bool) -> [String] {
        SourceText.lines(users) + (hasEntities ? SourceText.lines(entities) : [])
    }

    private static let users = #"""
          /** Creates or replaces a user. */
          async putUser(user: string, fields: User = {}): Promise<void> {
            await this.#call("PUT", `/users/${encodeURIComponent(user)}`, fields);
          }

          /** Cancels a trigger; `recall` deletes its inbox rows as well. */
          async cancel(trigger: string, options: { readonly recall?: boolean } = {}): Promise<Cancelled> {
            const path = `/triggers/${encodeURIComponent(trigger)}?recall=${options.recall ?? false}`;
            return (await this.#call<Cancelled>("DELETE", path)).body;
          }

          /** Cancels all triggers that were sent with a cancel key; `recall` deletes their inbox rows as well. */
          async cancelByKey(cancelKey: string, options: { readonly recall?: boolean } = {}): Promise<Cancelled> {
            const path = `/triggers?cancelKey=${encodeURIComponent(cancelKey)}&recall=${options.recall ?? false}`;
            return (await this.#call<Cancelled>("DELETE", path)).body;
          }
        """#

    private static let entities = #"""

          /** Creates or replaces an entity; members that are not named stay. */
          async putEntity(
            entity: EntityRef,
            fields: Entity & { readonly members?: readonly NamedMember[] | undefined } = {},
          ): Promise<readonly Warning[]> {
            return (await this.#call<Partial<Accepted>>("PUT", entityPath(entity), fields)).body.warnings ?? [];
          }

          /** Creates or replaces a member of an entity. */
          async putMember(entity: EntityRef, user: string, fields: Member = {}): Promise<readonly Warning[]> {
            const path = `${entityPath(entity)}/members/${encodeURIComponent(user)}`;
            return (await this.#call<Partial<Accepted>>("PUT", path, fields)).body.warnings ?? [];
          }

          /** Creates or replaces up to 5000 members of an entity: all or none. */
          async putMembers(
            entity: EntityRef,
            members: readonly NamedMember[],
            options: { readonly idempotencyKey?: string } = {},
          ): Promise<void> {
            await this.#call("POST", `${entityPath(entity)}/members`, { members }, options.idempotencyKey);
          }

          /** Deletes a member of an entity. */
          async deleteMember(entity: EntityRef, user: string): Promise<void> {
            await this.#call("DELETE", `${entityPath(entity)}/members/${encodeURIComponent(user)}`);
          }
        """#

    /// Its end, with what sends and repeats requests, and the functions behind it.
    static func tail(hasEntities: Bool) -> [String] {
        SourceText.lines(sending) + [""] + SourceText.lines(functions)
            + (hasEntities ? [""] + SourceText.lines(entityPath) : [])
    }

    private static let sending = #"""
          async #trigger(body: object, idempotencyKey: string | undefined): Promise<Accepted> {
            const answer = await this.#call<Partial<Accepted>>("POST", "/triggers", body, idempotencyKey);
            const { id = "", duplicate = false, warnings = [] } = answer.body;
            return { id, duplicate, warnings };
          }

          async #call<Body>(
            method: string,
            path: string,
            body?: object,
            key?: string,
          ): Promise<{ readonly body: Body }> {
            const headers: { [name: string]: string } = { Authorization: `Bearer ${this.#secretKey}` };
            if (body !== undefined) headers["Content-Type"] = "application/json";
            // One key for all attempts: an attempt whose answer was lost is not carried out twice.
            if (method === "POST") headers["Idempotency-Key"] = key ?? crypto.randomUUID();
            const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
            for (let attempt = 1; ; attempt += 1) {
              const isLast = attempt >= this.#attempts;
              let answer: { readonly status: number; readonly text: string; readonly retryAfter: number | undefined };
              try {
                answer = await this.#send(path, request);
              } catch (error) {
                if (isLast) throw error;
                await pause(backoff(attempt));
                continue;
              }
              if (answer.status >= 200 && answer.status < 300) {
                return { body: (answer.text === "" ? {} : JSON.parse(answer.text)) as Body };
              }
              const wait = retryDelay(answer.status, answer.retryAfter, attempt);
              if (isLast || wait === undefined) throw new PealError(answer.status, answer.text, answer.retryAfter);
              await pause(wait);
            }
          }

          async #send(
            path: string,
            request: RequestInit,
          ): Promise<{ readonly status: number; readonly text: string; readonly retryAfter: number | undefined }> {
            const abort = new AbortController();
            const timer = setTimeout(() => abort.abort(), this.#timeout);
            try {
              const answer = await this.#fetch(this.#url + path, { ...request, signal: abort.signal });
              const seconds = Number.parseInt(answer.headers.get("Retry-After") ?? "", 10);
              const retryAfter = Number.isNaN(seconds) ? undefined : seconds;
              return { status: answer.status, text: await answer.text(), retryAfter };
            } finally {
              clearTimeout(timer);
            }
          }
        }
        """#

    private static let functions = #"""
        function pause(seconds: number): Promise<void> {
          return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        }

        /** Seconds before the next attempt: up to 1, 2, 4 … 30, spread so that callers do not come back together. */
        function backoff(attempt: number): number {
          return Math.min(30, 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
        }

        /** Seconds to wait after an answer; `undefined` where a further attempt would get the same or come too late. */
        function retryDelay(status: number, retryAfter: number | undefined, attempt: number): number | undefined {
          if (status !== 503 && (status !== 429 || retryAfter === undefined)) return undefined;
          if (retryAfter === undefined) return backoff(attempt);
          return retryAfter <= 60 ? retryAfter : undefined;
        }
        """#

    private static let entityPath = #"""
        function entityPath(entity: EntityRef): string {
          const slash = entity.indexOf("/");
          const [type, id] = [entity.slice(0, slash), entity.slice(slash + 1)];
          return `/entities/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;
        }
        """#
}
