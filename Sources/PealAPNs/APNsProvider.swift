import NIOCore
import NIOHPACK
import NIOPosix
public import PealCore
public import PealProviderKit

/// The Apple Push Notification service, HTTP/2 with token authentication (R136).
///
/// Call ``shutdown()`` when it is no longer needed: its connections stay open otherwise, as Apple asks.
public final class APNsProvider: PushProvider {
    private let options: APNsOptions
    private let encoder: APNsMessageEncoder
    private let token: APNsToken
    private let production: APNsConnectionPool
    private let sandbox: APNsConnectionPool
    private let sandboxTokens = SandboxMemory()
    private let now: @Sendable () -> Timestamp

    /// Makes the provider of one app.
    /// - Parameters:
    ///   - options: the app's settings.
    ///   - now: the wall clock.
    ///   - random: numbers from 0 to 1 that spread reconnects.
    public convenience init(
        options: APNsOptions,
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double
    ) {
        var timing = APNsTiming()
        timing.timeout = TimeAmount(options.timeout)
        timing.connect = min(timing.connect, timing.timeout)
        self.init(options: options, timing: timing, now: now, random: random)
    }

    init(
        options: APNsOptions,
        timing: APNsTiming,
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double
    ) {
        self.options = options
        self.now = now
        encoder = APNsMessageEncoder(allowsCriticalAlerts: options.allowsCriticalAlerts)
        token = APNsToken(key: options.signingKey, keyID: options.keyID, teamID: options.teamID, now: now)
        let pool = { (endpoint: APNsEndpoint) in
            APNsConnectionPool(
                endpoint: endpoint,
                options: options,
                timing: timing,
                group: .singleton,
                random: random
            )
        }
        production = pool(options.production)
        sandbox = pool(options.sandbox)
    }

    /// APNs.
    public var id: ProviderID { .apns }

    /// Apple names no rate; how many may be in flight each connection says itself.
    public var limits: LaneLimits { LaneLimits() }

    /// What is wrong with a device token before it is stored (R007).
    public func problem(withToken token: String) -> String? { Self.problem(withToken: token) }

    /// What is wrong with a device token: it is hexadecimal digits, and Apple fixes no length.
    public static func problem(withToken token: String) -> String? {
        guard (8...512).contains(token.utf8.count), token.utf8.count.isMultiple(of: 2) else {
            return "an APNs device token has an even number of 8 to 512 hexadecimal digits"
        }
        let isHex = token.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isHexDigit) }
        return isHex ?? token.utf8.allSatisfy(isHexDigit) ? nil : "an APNs device token has only hexadecimal digits"
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// Sends one message to one device.
    ///
    /// Without a stated environment production is tried first, and on `BadDeviceToken` the sandbox once; where a token was
    /// taken is remembered.
    public func send(_ message: PushMessage) async -> SendOutcome {
        guard Self.problem(withToken: message.token) == nil else {
            return .rejected(reason: "token-malformed", scope: .device)
        }
        guard let push = encoder.encode(message, now: now()) else {
            return .rejected(reason: "payload-too-large", scope: .message)
        }
        let deviceToken = message.token.lowercased()
        guard let stated = message.environment else { return await search(push, to: deviceToken) }
        guard let environment = APNsEnvironment(rawValue: stated) else {
            return .rejected(reason: "environment-unknown", scope: .device)
        }
        return await outcome(deliver(push, to: deviceToken, in: environment))
    }

    /// Pushes to a token that nobody has: APNs looks at the credentials before it looks at the token.
    public func checkCredentials() async -> CredentialCheck {
        let push = APNsPush(
            kind: .background,
            priority: 5,
            expiration: 0,
            collapseID: nil,
            body: Array(#"{"aps":{"content-available":1}}"#.utf8)
        )
        switch await deliver(push, to: String(repeating: "0", count: 64), in: .production) {
        case .badDeviceToken: return .accepted
        case .providerTokenExpired: return .refused(reason: "ExpiredProviderToken")
        case .outcome(let outcome):
            switch outcome {
            case .accepted, .gone, .rejected(_, .device): return .accepted
            case .rejected(let reason, _): return .refused(reason: reason)
            case .throttled(let reason, _, _), .unavailable(let reason, _), .notProcessed(let reason),
                .unknown(let reason):
                return .unreachable(reason: reason)
            }
        }
    }

    /// Ends the provider: pushes on their way get their answers, later ones are `unavailable`.
    public func shutdown() async {
        await production.shutdown()
        await sandbox.shutdown()
    }

    /// How many pushes wait or are on their way.
    var load: Int { production.load + sandbox.load }

    private func search(_ push: APNsPush, to deviceToken: String) async -> SendOutcome {
        let first = sandboxTokens.guess(for: deviceToken)
        let reading = await deliver(push, to: deviceToken, in: first)
        guard reading == .badDeviceToken else { return outcome(reading) }
        let second = await deliver(push, to: deviceToken, in: first.other)
        if case .outcome(.accepted) = second { sandboxTokens.learn(deviceToken, is: first.other) }
        return outcome(second)
    }

    /// Sends to one environment; with a fresh provider token once more when the old one is called expired.
    private func deliver(
        _ push: APNsPush,
        to deviceToken: String,
        in environment: APNsEnvironment
    ) async -> APNsReasons.Reading {
        guard let bearer = token.bearer() else {
            return .outcome(.rejected(reason: "signing-failed", scope: .configuration))
        }
        let reading = await attempt(push, to: deviceToken, in: environment, bearer: bearer)
        guard reading == .providerTokenExpired, let fresh = token.replacement(of: bearer) else { return reading }
        return await attempt(push, to: deviceToken, in: environment, bearer: fresh)
    }

    private func attempt(
        _ push: APNsPush,
        to deviceToken: String,
        in environment: APNsEnvironment,
        bearer: APNsToken.Bearer
    ) async -> APNsReasons.Reading {
        let pool = environment == .production ? production : sandbox
        let headers = headers(of: push, to: deviceToken, authority: pool.endpoint.authority, bearer: bearer)
        switch await pool.send(headers, body: ByteBuffer(bytes: push.body)) {
        case .answered(let answer): return APNsReasons.read(answer, now: now())
        // Not `notProcessed`: that is sent again at once, which a service that is down does not deserve.
        case .notSent(let reason): return .outcome(.unavailable(reason: reason, retryAfter: nil))
        case .notProcessed(let reason): return .outcome(.notProcessed(reason: reason))
        case .answerLost(let reason): return .outcome(.unknown(reason: reason))
        }
    }

    /// What repeats goes into the connection's table; what does not would only push that out (RFC 7541, 6.2).
    private func headers(
        of push: APNsPush,
        to deviceToken: String,
        authority: String,
        bearer: APNsToken.Bearer
    ) -> HPACKHeaders {
        var headers = HPACKHeaders()
        headers.reserveCapacity(10)
        headers.add(name: ":method", value: "POST")
        headers.add(name: ":scheme", value: "https")
        headers.add(name: ":path", value: "/3/device/\(deviceToken)", indexing: .nonIndexable)
        headers.add(name: ":authority", value: authority)
        headers.add(name: "authorization", value: bearer.header)
        headers.add(name: "apns-topic", value: options.bundleID)
        headers.add(name: "apns-push-type", value: push.kind.rawValue)
        headers.add(name: "apns-priority", value: push.priority == 10 ? "10" : "5")
        headers.add(name: "apns-expiration", value: String(push.expiration), indexing: .nonIndexable)
        if let collapseID = push.collapseID {
            headers.add(name: "apns-collapse-id", value: collapseID, indexing: .nonIndexable)
        }
        return headers
    }

    private func outcome(_ reading: APNsReasons.Reading) -> SendOutcome {
        switch reading {
        case .outcome(let outcome): outcome
        case .badDeviceToken: .gone(reason: "BadDeviceToken", since: nil)
        // Every push would meet the same token, and Apple wants no other before its time: all of them wait, and none
        // uses up a retry. That Apple calls a young token expired is a matter of clocks, which an operator can correct.
        case .providerTokenExpired:
            .throttled(reason: "ExpiredProviderToken", retryAfter: token.waitForReplacement(), scope: .sender)
        }
    }
}
