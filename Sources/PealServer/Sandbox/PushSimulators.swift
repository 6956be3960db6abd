import Logging
import PealCore
import PealSandbox
import PealWebPush
import ServiceLifecycle

/// The push services of a sandbox, all four, with one request log, one script of faults and one set of phones.
final class PushSimulators: Sendable {
    let phones: PhoneFarm
    let ledger: PushLedger
    let faults: FaultScript
    private let fcm: FCMSimulator
    private let apns: APNsSimulator
    private let expo: ExpoSimulator
    private let webpush: WebPushSimulator
    private let vapidKeys: [AppID: VAPIDKey]
    private let isControlled: Bool
    /// How many ports they listen on.
    static let portCount = 7

    /// Makes simulators that do not run yet.
    /// - Parameters:
    ///   - apps: the apps whose credentials are made here; others are made on demand by the control calls.
    ///   - world: time and chance.
    ///   - detail: how much is kept of each push.
    ///   - controlPort: where control calls are answered beside FCM's; `nil` answers none.
    ///   - providerPorts: the first of the six ports of APNs, APNs for development, Expo, Web Push, FCM over HTTP/2 and Web
    ///     Push over HTTP/2, in this order; `nil` takes free ones.
    ///   - receiptDelay: how long after a message Expo's receipt is there.
    ///   - expoPerSecond: how many messages a second a project may send through Expo; `nil` does not count.
    ///   - logger: takes what goes wrong at a simulator itself.
    /// - Throws: what keeps one from being made.
    init(
        apps: [AppID],
        world: SandboxWorld,
        detail: PushLedger.Detail = .full,
        controlPort: Int? = nil,
        providerPorts: Int? = nil,
        receiptDelay: Duration = .seconds(15 * 60),
        expoPerSecond: Int? = nil,
        logger: Logger
    ) throws {
        phones = PhoneFarm(now: world.now)
        ledger = PushLedger(detail: detail)
        faults = FaultScript(world: world)
        isControlled = controlPort != nil
        let certificate = try SandboxCertificate(random: world.random)
        fcm = try FCMSimulator(
            world: world,
            ledger: ledger,
            faults: faults,
            phones: phones,
            port: controlPort ?? 0,
            certificate: controlPort == nil ? nil : certificate,
            securePort: providerPorts.map { $0 + 4 } ?? 0,
            logger: logger
        )
        apns = try APNsSimulator(
            world: world,
            ledger: ledger,
            faults: faults,
            phones: phones,
            port: providerPorts ?? 0,
            sandboxPort: providerPorts.map { $0 + 1 } ?? 0,
            certificate: certificate,
            logger: logger
        )
        expo = ExpoSimulator(
            world: world,
            ledger: ledger,
            faults: faults,
            phones: phones,
            port: providerPorts.map { $0 + 2 } ?? 0,
            receiptDelay: receiptDelay,
            perSecond: expoPerSecond,
            logger: logger
        )
        webpush = try WebPushSimulator(
            world: world,
            ledger: ledger,
            faults: faults,
            phones: phones,
            port: providerPorts.map { $0 + 3 } ?? 0,
            certificate: certificate,
            http2Port: providerPorts.map { $0 + 5 } ?? 0,
            logger: logger
        )
        vapidKeys = Dictionary(uniqueKeysWithValues: apps.map { ($0, VAPIDKey.generate()) })
    }

    /// How they run: they end gracefully, and do not wait for faults that answer late.
    func groupConfiguration(logger: Logger) -> ServiceGroupConfiguration {
        var configuration = ServiceGroupConfiguration(
            services: services.map { .init(service: $0) },
            logger: logger.forServices
        )
        configuration.maximumGracefulShutdownDuration = .seconds(1)
        return configuration
    }

    private var services: [any Service] {
        let control = isControlled ? SimulatorControl(fcm: fcm, apns: apns, expo: expo, webpush: webpush) : nil
        return [
            SimulatorService { [fcm] in try await fcm.run(control: control) },
            SimulatorService { [apns] in try await apns.run() },
            SimulatorService { [expo] in try await expo.run() },
            SimulatorService { [webpush] in try await webpush.run() },
        ]
    }

    /// Returns once all of them take requests.
    func ready() async throws {
        _ = try await fcm.ready()
        _ = try await apns.ready()
        _ = try await expo.ready()
        _ = try await webpush.ready()
    }

    /// Where each of them is, by name, once they take requests; control calls are answered at `url`.
    var places: [(name: String, url: String)] {
        [
            ("url", fcm.baseURL), ("fcm", fcm.baseURL), ("apns", apns.baseURL), ("apnsSandbox", apns.sandboxBaseURL),
            ("expo", expo.baseURL), ("webpush", webpush.baseURL), ("fcmHTTP2", fcm.secureBaseURL),
            ("webpushHTTP2", webpush.http2BaseURL),
        ].compactMap { name, url in url.map { (name, $0) } }
    }

    /// An app's settings, with credentials the simulators take: the clients are made as from an operator's file.
    /// - Parameters:
    ///   - app: the app.
    ///   - base: what else is set.
    ///   - reachesBrowsers: whether the push services of real browsers may be called, too: in the demo.
    /// - Returns: the settings.
    /// - Throws: ``SimulatorError``.
    func settings(of app: AppID, over base: AppConfiguration, reachesBrowsers: Bool) throws -> AppConfiguration {
        var settings = base
        let account = try fcm.makeServiceAccount(project: app.rawValue)
        settings.fcm = FCMSettings(
            serviceAccount: String(decoding: account, as: UTF8.self),
            endpoint: fcm.baseURL,
            criticalAlerts: true
        )
        let credentials = try apns.makeCredentials(app: app.rawValue)
        settings.apns = APNsSettings(
            signingKey: credentials.signingKeyPEM,
            keyID: credentials.keyID,
            teamID: credentials.teamID,
            bundleID: credentials.bundleID,
            endpoint: apns.baseURL,
            sandboxEndpoint: apns.sandboxBaseURL,
            trustRoots: apns.rootPEM,
            criticalAlerts: true
        )
        settings.expo = ExpoSettings(
            accessToken: try expo.accessToken(project: app.rawValue),
            endpoint: expo.baseURL,
            criticalAlerts: true
        )
        if let key = vapidKeys[app], let exception = webpush.exception {
            settings.webpush = WebPushSettings(
                privateKey: key.secret,
                subject: "mailto:sandbox@peal.example",
                // Nothing leaves the machine, unless a real browser takes part: no host but the simulator.
                hosts: reachesBrowsers ? nil : [],
                allowed: [exception]
            )
        }
        return settings
    }

    /// The address a fresh phone gets from its push service.
    func makeToken(_ provider: ProviderID, app: AppID) throws -> String {
        switch provider {
        case .apns: return apns.makeToken(app: app.rawValue)
        case .expo: return expo.makeToken(project: app.rawValue)
        case .webpush:
            return try webpush.makeSubscription(
                app: app.rawValue,
                vapidPublicKey: vapidKeys[app]?.applicationServerKey ?? ""
            )
        default: return fcm.makeToken(project: app.rawValue)
        }
    }

    /// Whether a push service reaches phones of a platform.
    static func reaches(_ provider: ProviderID, _ platform: Platform) -> Bool {
        switch provider {
        case .apns: platform == .ios
        case .webpush: platform == .web
        case .expo: platform != .web
        default: true
        }
    }
}

/// A simulator as a service that ends gracefully.
private struct SimulatorService: Service {
    let body: @Sendable () async throws -> Void

    init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }

    func run() async throws { try await body() }
}
