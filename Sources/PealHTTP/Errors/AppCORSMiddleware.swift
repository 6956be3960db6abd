import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Lets web pages of an app's origins read its answers; errors too, so that they can be shown.
struct AppCORSMiddleware: RouterMiddleware {
    typealias Context = AppContext

    let origins: AllowedOrigins

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard let origin = request.headers[.origin] else { return try await next(request, context) }
        if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            return Self.preflight(origin, isAllowed: origins.allows(origin, app: nil))
        }
        var response = try await next(request, context)
        response.headers.append(HTTPField(name: .vary, value: "Origin"))
        if origins.allows(origin, app: context.trail.app) {
            response.headers[.accessControlAllowOrigin] = origin
            response.headers[.accessControlExposeHeaders] =
                "X-Request-Id, Idempotency-Replayed, Retry-After, RateLimit, traceparent"
        }
        return response
    }

    private static func preflight(_ origin: String, isAllowed: Bool) -> Response {
        var headers: HTTPFields = [.vary: "Origin"]
        if isAllowed {
            headers[.accessControlAllowOrigin] = origin
            headers[.accessControlAllowMethods] = "GET, PUT, POST, PATCH, DELETE"
            headers[.accessControlAllowHeaders] =
                "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id, traceparent"
            headers[.accessControlMaxAge] = "600"
        }
        return Response(status: .noContent, headers: headers)
    }
}
