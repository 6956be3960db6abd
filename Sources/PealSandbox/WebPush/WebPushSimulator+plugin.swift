public import PealCore

extension WebPushSimulator: PushSimulator {
    /// Web Push.
    public static let provider = ProviderID.webpush

    /// HTTP/1.1, with TLS and in the clear, and HTTP/2.
    public static let ports = [
        SimulatorPort("webpush", "Web Push", titleWithTLS: "Web Push"),
        SimulatorPort("webpushHTTP2", "Web Push over HTTP/2", isAdded: true),
    ]

    /// The port that a subscription names, and the key that it is bound to.
    public static let tokenOptions = ["kind", "vapidPublicKey"]

    /// How a server reaches both ports.
    public static let notes = [
        """
        Web Push also accepts plain HTTP on the same port, for a peal.yaml with `allow: ["http://127.0.0.1:…"]`; its port for \
        HTTP/2 serves subscriptions of kind http2, for a peal.yaml with `allow: ["127.0.0.1:…"]` and the root as `caFile`.
        """
    ]

    /// Makes it from what all share.
    public convenience init(_ setup: SimulatorSetup) throws {
        try self.init(
            world: setup.world,
            requestLog: setup.requestLog,
            faults: setup.faults,
            phones: setup.phones,
            port: setup.ports["webpush"] ?? 0,
            certificate: setup.certificate,
            http2Port: setup.ports["webpushHTTP2"] ?? 0,
            logger: setup.logger
        )
    }

    /// Serves.
    public func serve(control _: SimulatorControl?) async throws { try await run() }

    /// Both, where HTTP/2 is spoken.
    public var urls: [String: String] { ["webpush": baseURL, "webpushHTTP2": http2BaseURL].compactMapValues(\.self) }

    /// The app's VAPID key, and this simulator as the only host, unless a real browser takes part.
    public func settings(of app: String, reachesBrowsers: Bool) throws -> [String: JSONValue] {
        guard let exception else { throw SimulatorError(.notReady, "the simulator takes no requests yet") }
        var section: [String: JSONValue] = [
            "key": .string(senderKeys.pair(of: app).secret), "subject": .string("mailto:sandbox@peal.example"),
            "allow": .array([.string(exception)]),
        ]
        if !reachesBrowsers { section["hosts"] = .array([]) }
        return section
    }

    /// A subscription to what the app's own key signs.
    public func makeAddress(app: String) throws -> String {
        try makeSubscription(app: app, vapidPublicKey: senderKeys.pair(of: app).applicationServerKey)
    }

    /// Subscriptions of a `kind`, bound to the caller's key.
    public func tokenMaker(_ project: String, options: [String: JSONValue]) throws -> () throws -> String {
        guard let key = options["vapidPublicKey"]?.string else {
            throw SimulatorRefusal(detail: "vapidPublicKey is missing: what a browser subscribes with")
        }
        switch options["kind"]?.string ?? "http1" {
        case "http1": return { try self.makeSubscription(app: project, vapidPublicKey: key) }
        case "http2": return { try self.makeSubscription(app: project, vapidPublicKey: key, isHTTP2: true) }
        default: throw SimulatorRefusal(detail: "kind is http1 or http2")
        }
    }

    /// Endpoints are https, though the simulator is reached without TLS.
    public var addressHint: String? {
        exception.map { "in a sandbox endpoints begin with \($0.replacing("http://", with: "https://"))/" }
    }
}
