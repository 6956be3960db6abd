import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import PealCore
import PealWire

/// The outermost layer: every error becomes `application/problem+json`, every request gets an identifier.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = AppContext

    let metrics: HTTPMetrics
    let logger: Logger

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let requestID = Self.requestID(request.headers, else: context.id)
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            let problem = Self.problem(error)
            if Self.isFault(error, problem) { log(error, request, requestID, context) }
            let answer = Self.answer(problem, requestID: requestID).response()
            // An answer to HEAD has no body (RFC 9110 §9.3.2): the client would take it for the start of the next answer.
            response = request.method == .head ? answer.createHeadResponse() : answer
        }
        response.headers[.requestID] = requestID
        if let trace = request.headers[.traceParent], TraceParent(trace) != nil {
            response.headers[.traceParent] = trace
        }
        SecurityHeaders.add(to: &response.headers)
        if let rate = context.trail.rate {
            response.headers[.rateLimitPolicy] = rate.policy
            // A limit of a sender, which the answer is about, stands first.
            response.headers[.rateLimit] = Self.rateLimit(response.headers[.rateLimit], rate)
        }
        // Who is not let in, or sends more than is read, has to come by another connection.
        if [401, 413].contains(response.status.code) { response.headers[.connection] = "close" }
        metrics.answered(response.status.code, context.trail.route, of: context.trail.app)
        return response
    }

    private static func rateLimit(_ field: String?, _ rate: RateLimitStatus) -> String {
        guard let field, !field.hasPrefix("\"\(rate.name)\"") else { return rate.field }
        return "\(field), \(rate.field)"
    }

    /// Whether an error is worth a line in the log: not what a stopping server cut off.
    static func isFault(_ error: any Error, _ problem: Problem) -> Bool {
        problem.status >= 500 && problem.code == .internal && !(error is CancellationError)
    }

    private func log(_ error: any Error, _ request: Request, _ requestID: String, _ context: AppContext) {
        // A store's error has a code and a message of ours; of any other only the kind is safe to write down.
        let text = (error as? StoreError).map { "\($0.code.rawValue): \($0.message)" } ?? "\(type(of: error))"
        logger.error(
            "request failed",
            metadata: [
                "requestId": "\(requestID)", "method": "\(request.method.rawValue)",
                "route": "\(context.endpointPath ?? "none")", "error": "\(text)",
            ]
        )
    }

    static func problem(_ error: any Error) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as StoreError where error.code == .overloaded: Problem(.backlogFull, retryAfter: 1)
        case let error as StoreError where error.code == .unavailable:
            Problem(.overloaded, "the server cannot store anything now; its log names the cause", retryAfter: 5)
        case let error as StoreError where error.code == .erased: Problem(.unauthenticated, "this user was erased")
        case let failure as CredentialFault.Failure: failure.problem
        case is CancellationError: Problem(.internal, status: 503, retryAfter: 1)
        case is NIOTooManyBytesError: Problem(.bodyTooLarge)
        // What the client sent is no HTTP; whoever is still there is told.
        case is HTTPParserError: BodyFault.broken.problem(limit: 0)
        case let error as any HTTPResponseError: problem(status: error.status.code)
        default: Problem(.internal)
        }
    }

    static func problem(status: Int) -> Problem {
        switch status {
        case 401: Problem(.unauthenticated)
        case 404: Problem(.notFound)
        case 405: Problem(.methodNotAllowed)
        case 413: Problem(.bodyTooLarge)
        case 415: Problem(.unsupportedMediaType)
        case 400..<500: Problem(.invalid, status: status)
        default: Problem(.internal)
        }
    }

    static func answer(_ problem: Problem, requestID: String) -> APIResponse {
        let body = JSONWriter.bytes { problem.write(to: &$0, requestID: requestID) }
        var answer = APIResponse(status: problem.status, body: body, contentType: "application/problem+json")
        if let wait = problem.retryAfter {
            answer.headers[.retryAfter] = "\(wait)"
            if let limit = problem.limit { answer.headers[.rateLimit] = "\"\(limit)\";r=0;t=\(wait)" }
        }
        if !problem.allow.isEmpty { answer.headers[.allow] = problem.allow.joined(separator: ", ") }
        if let codings = problem.acceptEncoding { answer.headers[.acceptEncoding] = codings }
        if problem.code == .unauthenticated { answer.headers[.wwwAuthenticate] = "Bearer" }
        return answer
    }

    static func requestID(_ headers: HTTPFields, else fresh: String) -> String {
        guard let given = headers[.requestID], (1...128).contains(given.utf8.count),
            given.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return fresh }
        return given
    }
}
