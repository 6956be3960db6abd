/// One call of the contract: its method, its path and who may make it.
public struct APIRoute: Sendable, Hashable {
    /// What a body is written in.
    public enum Media: Sendable {
        case json, yaml
    }

    /// The HTTP method.
    public enum Method: String, Sendable {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// Who may make a call.
    public enum Access: Sendable, Hashable {
        /// Anybody.
        case open
        /// A secret key with a scope.
        case backend(Scope)
        /// The user of `{userId}`, or a secret key with the scope `people`.
        case userOrBackend
        /// The same, or the device of `{userId}` with its device key.
        case userDeviceOrBackend
        /// The user of a notification, a secret key with the scope `people`, or the token of the action that is taken.
        case userActionOrBackend
        /// A user, or anybody before they have signed in.
        case userOrAnyone
        /// A user.
        case endUser
        /// A user, by a token or by a ticket in the query.
        case userOrTicket
        /// Whoever reaches the loopback interface of a sandbox.
        case sandbox
    }

    /// The HTTP method.
    public let method: Method
    /// The path with `{name}` for what varies.
    public let path: String
    /// Who may make it.
    public let access: Access
    /// The largest body; `nil` reads none.
    public let bodyLimit: Int?
    /// What the body is written in.
    public let media: Media
    /// The query parameters it reads.
    public let query: [String]

    /// The largest body but for bulk calls (256 KiB).
    public static let usualBodyLimit = 256 * 1024
    /// The largest body of a claim for the audit log, in bytes.
    public static let claimBodyLimit = 4 * 1024
    /// The largest body of a filter of an inbox (16 KiB): 200 ids have half of that.
    public static let filterBodyLimit = 16 * 1024
    /// The largest body of bulk calls (4 MiB).
    public static let bulkBodyLimit = 4 * 1024 * 1024

    init(
        _ method: Method,
        _ path: String,
        _ access: Access,
        query: [String] = [],
        bodyLimit: Int? = nil,
        media: Media = .json
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.bodyLimit = bodyLimit
        self.media = media
        self.query = query
    }

    /// Whether it changes nothing, so that a key that only reads may make it.
    public var isReading: Bool { method == .get || Self.analyses.contains(self) }

    /// Calls whose body is looked at and not kept, and the link that shows less than its maker may read.
    private static let analyses: Set<APIRoute> = [lintCatalog, diffCatalogTraffic, pageLink]

    /// The query parameters of every listing in pages.
    static let page = ["limit", "cursor"]

    static func api(
        _ method: Method,
        _ path: String,
        _ access: Access,
        query: [String] = [],
        body limit: Int? = nil,
        media: Media = .json
    ) -> APIRoute {
        APIRoute(method, "/api/v1" + path, access, query: query, bodyLimit: limit, media: media)
    }
}
