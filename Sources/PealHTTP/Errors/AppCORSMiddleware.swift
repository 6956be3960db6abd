import HTTPTypes
import Hummingbird
import HummingbirdCore
import PealCore

/// Lets web pages of an app's origins read its answers; errors too, so that they can be shown.
///
/// Hummingbird's `CORSMiddleware` cannot say this. It has one list of origins for all requests, while an answer may be read
/// by the origins of its caller's app, which is known once the credential is read. It writes over the header of files that
/// every site may load, names exposed headers in preflights only and not in answers, where browsers look for them, answers
/// every `OPTIONS` as a preflight, and tells methods and headers to origins that it refuses.
struct AppCORSMiddleware: RouterMiddleware {
    typealias Context = AppContext

    let origins: AllowedOrigins
    /// Counts a preflight, for which nobody has to show a credential, against the limit of its address.
    let countPreflight: @Sendable (Request, AppContext) -> RateLimitStatus

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard let origin = request.headers[.origin] else { return try await next(request, context) }
        if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            let limit = countPreflight(request, context)
            let isAllowed = limit.verdict.isAllowed
            var fields = isAllowed ? origins.preflight(origin) : [.retryAfter: "\(limit.verdict.resetAfter)"]
            SecurityHeaders.add(to: &fields)
            return Response(status: isAllowed ? .noContent : .tooManyRequests, headers: fields)
        }
        var response = try await next(request, context)
        // A file that every site may load says so itself.
        guard response.headers[.accessControlAllowOrigin] == nil else { return response }
        response.headers.append(contentsOf: origins.fields(origin, app: context.trail.app))
        return response
    }
}
