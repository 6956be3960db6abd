public import Logging
import NIOSSL
import PealCore

/// A Web Push service and its browsers on loopback: takes the requests a real service takes, checks them as it does,
/// decrypts them as a browser does, and hands what it accepts to the sandbox's phones.
///
/// Endpoints begin with `https://`, as they must, and the simulator speaks TLS there with the sandbox's root. At the same
/// port it takes plain HTTP as well, for servers that trust no root of ours: they name ``exception`` in their endpoint rules.
/// At a port of its own it speaks HTTP/2, as browsers' services do.
public final class WebPushSimulator: Sendable {
    /// The requests received.
    public let requestLog: RequestLog
    /// The faults in force.
    public let faults: FaultScript
    /// The phones.
    public let phones: DeviceFleet
    let world: SandboxWorld
    let subscriptions = BrowserSubscriptions()
    let senderKeys = SenderKeys()
    let vapid: VAPIDCheck
    let messages = WebPushMessages()
    let tls: NIOSSLContext?
    let http2TLS: NIOSSLContext?
    let wantedPort: Int
    let wantedHTTP2Port: Int
    let logger: Logger
    let listening = ListeningPort()
    let listeningHTTP2 = ListeningPort()

    /// Makes a simulator that does not run yet.
    /// - Parameters:
    ///   - world: time and chance.
    ///   - requestLog: the request log; shared by the sandbox's simulators.
    ///   - faults: the faults; shared too.
    ///   - phones: the phones; shared too.
    ///   - port: the port on 127.0.0.1; 0 takes a free one.
    ///   - certificate: what TLS is served with; `nil` serves plain HTTP only.
    ///   - http2Port: the port for HTTP/2, which needs a certificate; 0 takes a free one.
    ///   - logger: takes the web server's own complaints.
    /// - Throws: what keeps it from serving TLS.
    public init(
        world: SandboxWorld,
        requestLog: RequestLog,
        faults: FaultScript,
        phones: DeviceFleet,
        port: Int = 0,
        certificate: SandboxCertificate? = nil,
        http2Port: Int = 0,
        logger: Logger
    ) throws {
        self.world = world
        self.requestLog = requestLog
        self.faults = faults
        self.phones = phones
        self.wantedPort = port
        self.logger = logger
        vapid = VAPIDCheck(world: world)
        wantedHTTP2Port = http2Port
        tls = try certificate?.context(speaking: "http/1.1")
        http2TLS = try certificate?.context(speaking: "h2")
    }

    /// The port, once it takes requests.
    /// - Throws: `CancellationError` when the caller is cancelled or the simulator stops before.
    public func ready() async throws -> Int { try await listening.wait() }

    /// Where it is, once it takes requests: `http://127.0.0.1:…`.
    public var baseURL: String? { listening.number.map { "http://127.0.0.1:\($0)" } }

    /// Where it speaks HTTP/2, once it takes requests: `https://127.0.0.1:…`.
    public var http2BaseURL: String? { listeningHTTP2.number.map { "https://127.0.0.1:\($0)" } }

    /// What has to stand among the exceptions of the endpoint rules of whoever sends here.
    public var exception: String? { baseURL }

    /// A browser subscribes to an app's pushes.
    /// - Parameters:
    ///   - app: the app; letters, digits, `-`, `_` and `.`.
    ///   - vapidPublicKey: the app's `applicationServerKey`: only what it signed is taken.
    ///   - isHTTP2: whether the endpoint is at the port that speaks HTTP/2.
    /// - Returns: the subscription as JSON with its members in order, as it is kept as a device's token.
    /// - Throws: ``SimulatorError``.
    public func makeSubscription(app: String, vapidPublicKey: String, isHTTP2: Bool = false) throws -> String {
        guard port(isHTTP2: isHTTP2) != nil else {
            throw SimulatorError(.notReady, "the simulator takes no requests yet")
        }
        guard Self.isAppName(app) else { throw SimulatorError(.invalidName, "not an app's name") }
        guard let key = Base64URL.decode(vapidPublicKey), key.count == 65, key[0] == 0x04 else {
            throw SimulatorError(.invalidKey, "not a public key of 65 bytes in base64url")
        }
        let id = subscriptions.issue(app: app, senderKey: key, serial: world.random())
        guard let browser = subscriptions.browser(app: app, id: id),
            let token = token(app: app, id: id, browser: browser, isHTTP2: isHTTP2)
        else { throw SimulatorError(.notReady, "the simulator takes no requests any more") }
        return token
    }

    /// The subscription as the server keeps it.
    func token(app: String, id: String, browser: BrowserSubscriptions.Browser, isHTTP2: Bool) -> String? {
        guard let port = port(isHTTP2: isHTTP2) else { return nil }
        let json = JSONValue.object([
            "endpoint": .string("https://127.0.0.1:\(port)/wp/\(app)/\(id)"),
            "keys": .object([
                "auth": .string(Base64URL.encode(browser.auth)),
                "p256dh": .string(Base64URL.encode(browser.publicBytes)),
            ]),
        ])
        return String(decoding: JSONText.write(json), as: UTF8.self)
    }

    /// Where a message is, as its sender is told.
    func location(of message: String, isHTTP2: Bool) -> String {
        port(isHTTP2: isHTTP2).map { "https://127.0.0.1:\($0)/m/\(message)" } ?? "/m/\(message)"
    }

    /// What a token's `aud` may be: the origin of the endpoints, or the address as it is reached.
    var audiences: [String] {
        [http2BaseURL, baseURL, listening.number.map { "https://127.0.0.1:\($0)" }].compactMap(\.self)
    }

    private func port(isHTTP2: Bool) -> Int? { isHTTP2 ? listeningHTTP2.number : listening.number }

    static func isAppName(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count) && Base64URL.isAlphabet(text.filter { $0 != "." })
    }
}
