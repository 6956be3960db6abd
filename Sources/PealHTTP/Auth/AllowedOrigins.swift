import HTTPTypes
import PealCore

/// The web origins that may read answers, by app, and how a browser is told so (Fetch standard, CORS).
struct AllowedOrigins: Sendable {
    private let byApp: [AppID: Set<String>]
    private let all: Set<String>

    init(_ byApp: [AppID: Set<String>]) {
        self.byApp = byApp
        all = byApp.values.reduce(into: []) { $0.formUnion($1) }
    }

    /// Whether an origin may read; before the caller is known, any app's origin may.
    func allows(_ origin: String, app: AppID?) -> Bool {
        guard let app else { return all.contains(origin) }
        return byApp[app]?.contains(origin) ?? false
    }

    /// The answer to a preflight: nobody has said yet whose call it is, so any app's origin may go on.
    func preflight(_ origin: String) -> HTTPFields {
        var fields: HTTPFields = [.vary: "Origin"]
        guard allows(origin, app: nil) else { return fields }
        fields[.accessControlAllowOrigin] = origin
        fields[.accessControlAllowMethods] = "GET, PUT, POST, PATCH, DELETE"
        fields[.accessControlAllowHeaders] =
            "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Peal-Client-Time, Peal-Device, "
            + "X-Request-Id, "
            + "traceparent"
        fields[.accessControlMaxAge] = "600"
        return fields
    }

    /// What an answer to a page of an origin carries besides.
    func fields(_ origin: String, app: AppID?) -> HTTPFields {
        var fields: HTTPFields = [.vary: "Origin"]
        guard allows(origin, app: app) else { return fields }
        fields[.accessControlAllowOrigin] = origin
        fields[.accessControlExposeHeaders] =
            "ETag, X-Request-Id, Idempotency-Replayed, Retry-After, RateLimit, RateLimit-Policy, traceparent"
        return fields
    }
}
