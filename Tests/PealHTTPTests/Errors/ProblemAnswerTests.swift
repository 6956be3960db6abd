import HTTPTypes
import PealCore
import PealWire
import Testing

@testable import PealHTTP

@Suite("Problems as answers (RFC 9457)")
struct ProblemAnswerTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        var testDescription: String { problem.description }
        var problem: Problem
        var body: String
        var headers: [String: String] = [:]
    }

    static let goldens = [
        Golden(
            problem: Problem(.notFound),
            body:
                #"{"type":"urn:peal:problem:not-found","title":"Not found","status":404,"detail":"it does not exist, or it belongs to another user or app","code":"not-found","requestId":"r-1"}"#
        ),
        Golden(
            problem: Problem(
                .invalid,
                errors: [FieldProblem("is required", at: "/type"), FieldProblem("must be \"a\"", at: "/data/x~1y")]
            ),
            body:
                #"{"type":"urn:peal:problem:invalid","title":"Invalid request","status":422,"detail":"is required","code":"invalid","errors":[{"detail":"is required","pointer":"/type"},{"detail":"must be \"a\"","pointer":"/data/x~1y"}],"requestId":"r-1"}"#
        ),
        Golden(
            problem: Problem(.unauthenticated, "the token has expired"),
            body:
                #"{"type":"urn:peal:problem:unauthenticated","title":"Unauthorised","status":401,"detail":"the token has expired","code":"unauthenticated","requestId":"r-1"}"#,
            headers: ["WWW-Authenticate": "Bearer"]
        ),
        Golden(
            problem: Problem(.methodNotAllowed, allow: ["GET", "HEAD", "PUT"]),
            body:
                #"{"type":"urn:peal:problem:method-not-allowed","title":"Method not allowed","status":405,"detail":"this endpoint does not support the method; Allow lists those it supports","code":"method-not-allowed","requestId":"r-1"}"#,
            headers: ["Allow": "GET, HEAD, PUT"]
        ),
        Golden(
            problem: Problem(.limitReached, "try again later", retryAfter: 30, limit: "per-actor"),
            body:
                #"{"type":"urn:peal:problem:limit-reached","title":"Limit reached","status":429,"detail":"try again later","code":"limit-reached","limit":"per-actor","requestId":"r-1"}"#,
            headers: ["Retry-After": "30", "RateLimit": "\"per-actor\";r=0;t=30"]
        ),
        Golden(
            problem: Problem(.backlogFull, retryAfter: 1),
            body:
                #"{"type":"urn:peal:problem:backlog-full","title":"Backlog full","status":503,"detail":"too many triggers are waiting; nothing was stored, try again later","code":"backlog-full","requestId":"r-1"}"#,
            headers: ["Retry-After": "1"]
        ),
        Golden(
            problem: Problem(.internal),
            body:
                #"{"type":"urn:peal:problem:internal","title":"Internal error","status":500,"detail":"the server failed; its log names the cause under `requestId`","code":"internal","requestId":"r-1"}"#
        ),
    ]

    @Test("A request that a stopping server cut off is answered 503, and is no fault to log")
    func cutOff() {
        let problem = ProblemMiddleware.problem(CancellationError())
        #expect((problem.status, problem.code) == (503, .internal))
        #expect(!ProblemMiddleware.isFault(CancellationError(), problem))
        let error = StoreError(.corrupt, "a page is lost")
        #expect(ProblemMiddleware.isFault(error, ProblemMiddleware.problem(error)))
    }

    @Test("are written out to the last character", arguments: goldens)
    func golden(_ golden: Golden) {
        let answer = ProblemMiddleware.answer(golden.problem, requestID: "r-1")
        #expect(String(decoding: answer.body, as: UTF8.self) == golden.body)
        #expect(answer.status == golden.problem.status)
        #expect(answer.contentType == "application/problem+json")
        #expect(Dictionary(uniqueKeysWithValues: answer.headers.map { ($0.name.rawName, $0.value) }) == golden.headers)
    }

    @Test("every code is application/problem+json with its own type", arguments: ProblemCode.allCases)
    func everyCode(code: ProblemCode) throws {
        let answer = ProblemMiddleware.answer(Problem(code), requestID: "r")
        #expect(answer.contentType == "application/problem+json")
        #expect(answer.status == code.status)
        let body = try JSONParser.parse(answer.body).object
        #expect(body?["type"]?.string == "urn:peal:problem:\(code.rawValue)")
        #expect(body?["title"]?.string == code.title)
        #expect(body?["detail"]?.string?.isEmpty == false)
    }

    private struct Secret: Error { let token = "sk_live_1" }

    /// An unexpected error says nothing of itself; a full store or disk asks to come again: it is not the caller's fault.
    private static let errors: [(any Error, Problem)] = [
        (Secret(), Problem(.internal)),
        (StoreError(.corrupt, "sk_live_1"), Problem(.internal)),
        (StoreError(.overloaded, "full"), Problem(.backlogFull, retryAfter: 1)),
        (
            StoreError(.unavailable, "SQLite 13"),
            Problem(.overloaded, "the server cannot store anything now; its log names the cause", retryAfter: 5)
        ),
    ]

    @Test("An error of the server says no more than whether to come again", arguments: errors)
    func unexpected(_ error: any Error, _ problem: Problem) {
        let found = ProblemMiddleware.problem(error)
        #expect(found == problem)
        let retryAfter = ProblemMiddleware.answer(found, requestID: "r").headers[.retryAfter]
        #expect(retryAfter == problem.retryAfter.map { "\($0)" })
    }

    static let statuses: [(Int, ProblemCode)] = [
        (400, .invalid), (401, .unauthenticated), (404, .notFound), (405, .methodNotAllowed), (411, .invalid),
        (413, .bodyTooLarge), (415, .unsupportedMediaType), (431, .invalid), (500, .internal), (302, .internal),
    ]

    @Test("What the server library refuses keeps its status", arguments: statuses)
    func foreign(status: Int, code: ProblemCode) {
        let problem = ProblemMiddleware.problem(status: status)
        #expect(problem.code == code)
        #expect(problem.status == (code == .internal ? 500 : status))
    }

    @Test(
        "A request's own identifier goes back when it is safe to",
        arguments: ["a", "r-1", String(repeating: "x", count: 128)]
    )
    func identifier(text: String) {
        #expect(ProblemMiddleware.requestID([.requestID: text], else: "fresh") == text)
    }

    @Test("Any other is replaced", arguments: ["", "a b", "ä", String(repeating: "x", count: 129)])
    func replaced(text: String) {
        #expect(ProblemMiddleware.requestID([.requestID: text], else: "fresh") == "fresh")
        #expect(ProblemMiddleware.requestID([:], else: "fresh") == "fresh")
    }

    static let traces: [(String, Bool)] = [
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00F067AA0BA902B7-01", false),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7", false),
        ("00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01", false),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x", false), ("", false),
        ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
        ("fe-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false),
    ]

    @Test("A trace context goes back when it is one", arguments: traces)
    func trace(text: String, isOne: Bool) { #expect((TraceParent(text) != nil) == isOne) }
}
