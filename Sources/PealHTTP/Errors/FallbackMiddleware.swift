import HTTPTypes
import Hummingbird
import HummingbirdCore
import PealWire

/// Answers what no route took: a file of the web pages, 405 with the methods there are, or 404.
struct FallbackMiddleware: RouterMiddleware {
    typealias Context = AppContext

    let assets: @Sendable (String) -> StaticAsset?
    let routes: RouteIndex
    let publicURL: PublicURL?
    /// Counts a call that no route took; throws when its address made too many.
    let admit: @Sendable (Request, AppContext) throws(Problem) -> Void

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            try admit(request, context)
            let path = publicURL?.local(request.uri.path) ?? request.uri.path
            let methods = routes.methods(on: path)
            guard methods.isEmpty else {
                let known = methods.joined(separator: ", ")
                throw Problem(.methodNotAllowed, "this endpoint supports only \(known)", allow: methods)
            }
            guard request.method == .get || request.method == .head, let asset = assets(path) else {
                throw Problem.noSuchEndpoint
            }
            return Self.page(asset, to: request)
        }
    }

    private static func page(_ asset: StaticAsset, to request: Request) -> Response {
        let gzip = takesGzip(request.headers[values: .acceptEncoding]) ? asset.gzip : nil
        var answer = APIResponse(status: 200, body: gzip ?? asset.bytes, contentType: asset.contentType)
        answer = answer.tagged(for: request.headers)
        if gzip != nil { answer.headers[.contentEncoding] = "gzip" }
        if asset.gzip != nil { answer.headers[.vary] = "Accept-Encoding" }
        answer.headers[.cacheControl] = "no-cache"
        answer.headers[.referrerPolicy] = "no-referrer"
        // Nothing but our own files, and nobody may frame the page. Avatars and pictures of notifications come from elsewhere.
        answer.headers[.contentSecurityPolicy] =
            "default-src 'self'; img-src 'self' data: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        if asset.audience == .everySite {
            answer.headers[.accessControlAllowOrigin] = "*"
            answer.headers[.crossOriginResourcePolicy] = "cross-origin"
        }
        let response = answer.response()
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Whether a client takes gzip (RFC 9110, 12.5.3); one that gives it the weight 0 does not.
    static func takesGzip(_ encodings: [String]) -> Bool {
        encodings.joined(separator: ",").split(separator: ",").contains { part in
            let words = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard words.first == "gzip" || words.first == "*" else { return false }
            return !words.dropFirst().contains {
                $0.hasPrefix("q=0") && $0.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" }
            }
        }
    }
}

extension Problem {
    /// No route takes the path.
    static let noSuchEndpoint = Problem(.notFound, "no such endpoint")
}

/// The routes that are served, to say which methods a path has.
struct RouteIndex: Sendable {
    let routes: [APIRoute]

    func methods(on path: String) -> [String] {
        let methods = APIRoutes.methods(on: path, among: routes)
        return methods.contains("GET") ? (methods + ["HEAD"]).sorted() : methods
    }
}
