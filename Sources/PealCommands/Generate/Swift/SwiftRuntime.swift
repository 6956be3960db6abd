/// The code that every generated Swift file has: how a request is sent, repeated and refused.
enum SwiftRuntime {
    /// The imports and the type, up to the methods of the types.
    static let head = SourceText.lines(
        #"""
        // It makes no tokens of users: that takes HMAC, which neither Swift nor Foundation has on every platform. A
        // library for JSON Web Tokens signs `sub`, `aud`, `iat` and `exp` with the text of `jwt.secret`.

        import Foundation

        /// The calls of the backend; each is repeated without an answer and when Peal is overloaded or asks to wait.
        public struct Peal: Sendable {
            /// A request, for the HTTP library of the backend.
            public struct Request: Sendable {
                public let method: String
                public let url: URL
                public let headers: [String: String]
                public let body: Data?
            }

            /// What the HTTP library got.
            public struct Response: Sendable {
                public var status: Int
                public var body: Data
                /// The header `Retry-After`, where the answer has it.
                public var retryAfter: String?

                public init(status: Int, body: Data, retryAfter: String?) {
                    (self.status, self.body, self.retryAfter) = (status, body, retryAfter)
                }
            }

            private let url: String
            private let secretKey: String
            private let attempts: Int
            private let send: @Sendable (Request) async throws -> Response

            /// Names the server.
            /// - Parameters:
            ///   - url: the server, such as `https://peal.example.org`.
            ///   - secretKey: a secret key of the app, with the scopes `triggers` and `directory`.
            ///   - attempts: the most attempts of a call.
            ///   - send: sends a request; it throws when there is no answer within a time that it sets itself.
            public init(
                url: String, secretKey: String, attempts: Int = 4,
                send: @escaping @Sendable (Request) async throws -> Response
            ) {
                self.url = (url.hasSuffix("/") ? String(url.dropLast()) : url) + "/api/v1"
                self.secretKey = secretKey
                self.attempts = max(1, attempts)
                self.send = send
            }
        }
        """#
    )

    /// What sends and repeats requests, and the error of an answer.
    static let sending = SourceText.lines(
        #"""
        extension Peal {
            /// An answer of Peal that is not a success (RFC 9457).
            public struct Problem: Error, Sendable, CustomStringConvertible {
                /// One problem of a request, with the JSON pointer to its cause.
                public struct Detail: Sendable, Decodable {
                    public var detail, pointer: String
                }

                /// The HTTP status.
                public var status: Int
                /// A stable name, such as `missing-variable`; `unknown` when another server than Peal answered.
                public var code: String
                /// What is wrong.
                public var description: String
                /// Every problem of the request.
                public var errors: [Detail]
                /// The id of the request in the log of the server.
                public var requestId: String?
                /// After how many seconds a further attempt makes sense, where the server said so.
                public var retryAfter: Int?

                fileprivate init(_ response: Response) {
                    struct Body: Decodable {
                        var code, title, detail, requestId: String?
                        var errors: [Detail]?
                    }
                    let body = try? JSONDecoder().decode(Body.self, from: response.body)
                    status = response.status
                    code = body?.code ?? "unknown"
                    description = body?.detail ?? body?.title ?? "HTTP status \(response.status)"
                    errors = body?.errors ?? []
                    requestId = body?.requestId
                    retryAfter = response.retryAfter.flatMap { Int($0) }
                }
            }

            private func trigger(_ body: [String: JSON?], _ idempotencyKey: String?) async throws -> Accepted {
                struct Body: Decodable {
                    var id: String
                    var duplicate: Bool?
                    var warnings: [Warning]?
                }
                let answer = try await call("POST", "/triggers", .object(said: body), idempotencyKey)
                let found = try JSONDecoder().decode(Body.self, from: answer)
                return Accepted(id: found.id, isDuplicate: found.duplicate ?? false, warnings: found.warnings ?? [])
            }

            private func call(
                _ method: String, _ path: String, _ body: JSON? = nil, _ idempotencyKey: String? = nil
            ) async throws -> Data {
                guard let url = URL(string: url + path) else { throw URLError(.badURL) }
                var headers = ["Authorization": "Bearer \(secretKey)"]
                if body != nil { headers["Content-Type"] = "application/json" }
                // One key for all attempts: an attempt whose answer was lost is not carried out twice.
                if method == "POST" { headers["Idempotency-Key"] = idempotencyKey ?? UUID().uuidString }
                let bytes = try body.map { try JSONEncoder().encode($0) }
                let request = Request(method: method, url: url, headers: headers, body: bytes)
                var attempt = 1
                while true {
                    let wait: Double
                    do {
                        let response = try await send(request)
                        if (200..<300).contains(response.status) { return response.body }
                        let problem = Problem(response)
                        guard attempt < attempts, let delay = problem.delay(after: attempt) else { throw problem }
                        wait = delay
                    } catch let problem as Problem {
                        throw problem
                    } catch {
                        if attempt >= attempts || error is CancellationError { throw error }
                        wait = Self.backoff(after: attempt)
                    }
                    try await Task.sleep(for: .seconds(wait))
                    attempt += 1
                }
            }

            /// Seconds before the next attempt: up to 1, 2, 4 … 30, spread so that callers do not come back together.
            fileprivate static func backoff(after attempt: Int) -> Double {
                Double(min(30, 1 << min(attempt - 1, 5))) * Double.random(in: 0.5...1)
            }

            private static func escaped(_ text: String) -> String {
                let unreserved = CharacterSet(
                    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
                )
                return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
            }
        }

        extension Peal.Problem {
            /// Seconds to wait after this answer; `nil` where a further attempt would get the same or come too late.
            fileprivate func delay(after attempt: Int) -> Double? {
                guard status == 503 || (status == 429 && retryAfter != nil) else { return nil }
                guard let retryAfter else { return Peal.backoff(after: attempt) }
                return retryAfter <= 60 ? Double(retryAfter) : nil
            }
        }
        """#
    )
}
