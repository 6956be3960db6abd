import Hummingbird
import HummingbirdCore

/// Keeps web pages of other sites out of a sandbox, on every path.
///
/// A page whose name resolves to 127.0.0.1 (DNS rebinding) counts as same-origin for the browser: only `Host` reveals it.
struct LoopbackMiddleware: RouterMiddleware {
    typealias Context = AppContext

    let origins: AllowedOrigins

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        // Only HTTP/1.0 comes without a host, and no browser speaks it.
        if request.head.authority != nil { try LoopbackGuard.check(request.head, origins: origins) }
        return try await next(request, context)
    }
}
