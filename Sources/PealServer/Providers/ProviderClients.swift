import PealAPNs
import PealCore
import PealExpo
import PealFCM
import PealProviderKit
import PealWebPush

/// Makes the clients of every app's push services from what the operator set.
struct ProviderClients {
    let transport: HTTPTransport
    let now: @Sendable () -> Timestamp
    /// How many keys for Web Push are made ahead.
    var keyStock = 2_048

    /// The clients of all apps; what is wrong with any of them is told at once, with how to mend it.
    func configured(_ apps: [AppID: AppConfiguration]) throws(ServerError) -> ProviderSet {
        let set = make(apps)
        guard set.problems.isEmpty else {
            throw ServerError(.configuration, set.problems.map(\.description).joined(separator: "\n"))
        }
        return set
    }

    /// The clients that can be made, and why others cannot.
    func make(_ apps: [AppID: AppConfiguration]) -> ProviderSet {
        var set = ProviderSet()
        let keys = EphemeralKeys(size: keyStock)
        for (app, settings) in apps.sorted(by: { $0.key < $1.key }) {
            if let apns = settings.apns, let client = set.add(.apns, of: app, apns.lane, { try self.apns(apns) }) {
                set.atEnd { await client.shutdown() }
            }
            if let fcm = settings.fcm { addFCM(fcm, of: app, to: &set) }
            if let expo = settings.expo { _ = set.add(.expo, of: app, expo.lane) { try self.expo(expo) } }
            if let web = settings.webpush { addWebPush(web, of: app, keys, to: &set) }
        }
        if apps.values.contains(where: { $0.webpush != nil }) { set.run(KeyStockService(keys: keys)) }
        return set
    }

    private func apns(_ settings: APNsSettings) throws -> APNsProvider {
        let options = try APNsOptions(
            signingKey: settings.signingKey,
            keyID: settings.keyID,
            teamID: settings.teamID,
            bundleID: settings.bundleID,
            productionEndpoint: settings.endpoint ?? APNsOptions.appleProduction,
            sandboxEndpoint: settings.sandboxEndpoint ?? APNsOptions.appleSandbox,
            trustRootsPEM: settings.trustRoots,
            allowsCriticalAlerts: settings.criticalAlerts,
            connections: settings.connections ?? 2
        )
        return APNsProvider(options: options, now: now, random: { Double.random(in: 0..<1) })
    }

    /// Messages travel over HTTP/2 where the host speaks it; access tokens and other hosts use the shared client.
    private func addFCM(_ settings: FCMSettings, of app: AppID, to set: inout ProviderSet) {
        var connections: FCMConnections?
        let client = set.add(.fcm, of: app, settings.lane) {
            let options = try options(of: settings)
            connections = try FCMConnections(
                options: options,
                trustRootsPEM: settings.trustRoots,
                now: now,
                random: { Double.random(in: 0..<1) }
            )
            return FCMProvider(options: options, transport: transport, connections: connections, now: now)
        }
        if client != nil, let connections { set.atEnd { await connections.shutdown() } }
    }

    private func options(of settings: FCMSettings) throws -> FCMOptions {
        try FCMOptions(
            serviceAccount: Array(settings.serviceAccount.utf8),
            endpoint: settings.endpoint ?? FCMOptions.googleEndpoint,
            allowsCriticalAlerts: settings.criticalAlerts
        )
    }

    private func expo(_ settings: ExpoSettings) throws -> ExpoProvider {
        let options = try ExpoOptions(
            accessToken: settings.accessToken,
            endpoint: settings.endpoint ?? ExpoOptions.expoEndpoint,
            allowsCriticalAlerts: settings.criticalAlerts
        )
        return ExpoProvider(options: options, transport: transport, now: now)
    }

    /// Web Push goes where users' browsers say, so both of its ways are guarded.
    private func addWebPush(
        _ settings: WebPushSettings,
        of app: AppID,
        _ keys: EphemeralKeys,
        to set: inout ProviderSet
    ) {
        var guarded: GuardedTransport?
        var connections: WebPushConnections?
        let client = set.add(.webpush, of: app, settings.lane) {
            let options = try WebPushOptions(
                vapidPrivateKey: settings.privateKey,
                subject: settings.subject,
                allowedHosts: settings.hosts ?? WebPushOptions.browserHosts,
                exceptions: settings.allowed
            )
            let way = try GuardedTransport(
                rules: options.endpointRules,
                now: now,
                connectionsPerOrigin: settings.lane.inFlight ?? WebPushProvider.connectionsPerOrigin,
                trustRootsPEM: settings.trustRoots.map { Array($0.utf8) }
            )
            guarded = way
            connections = try WebPushConnections(
                options: options,
                trustRootsPEM: settings.trustRoots,
                now: now,
                random: { Double.random(in: 0..<1) }
            )
            return WebPushProvider(
                options: options,
                transport: way.transport,
                connections: connections,
                keys: keys,
                now: now
            )
        }
        guard client != nil else { return }
        set.atEnd { [connections, guarded] in
            await connections?.shutdown()
            await guarded?.shutDown()
        }
    }
}
