import Logging
import PealCore
import PealEngine
import PealHTTP
import PealProviderKit
import ServiceLifecycle

/// The issuers of every app's tokens, with what they need while they run.
struct TokenIssuers {
    /// The issuer of each app whose users can call.
    private(set) var byApp: [AppID: TokenIssuer] = [:]
    /// What runs next to the edge.
    private(set) var services: [any Service] = []
    private var guards: [GuardedTransport] = []
    /// The sets that come from URLs.
    private(set) var remote: [AppID: RemoteKeySet] = [:]

    /// Makes the issuers from what the operator set.
    /// - Parameters:
    ///   - apps: the settings of each app.
    ///   - clock: the wall clock, for addresses of hosts.
    ///   - logger: notes failures of URLs.
    /// - Throws: ``ServerError`` for a key that is none, and for certificates that cannot be read.
    init(_ apps: [AppID: AppConfiguration], clock: any PealClock, logger: Logger) async throws(ServerError) {
        for (app, settings) in apps.sorted(by: { $0.key < $1.key }) {
            guard let jwt = settings.jwt else { continue }
            var issuer: TokenIssuer
            do throws(UnusableKey) {
                issuer = TokenIssuer(policy: jwt.policy, keys: try await KeySet(jwt.keys))
            } catch {
                throw ServerError(.configuration, "apps.\(app).jwt: \(error)")
            }
            if let url = jwt.url {
                do {
                    issuer.remote = try keySet(at: url, of: app, jwt.policy, clock, logger)
                } catch {
                    throw ServerError(.configuration, "apps.\(app).jwt: \(error)")
                }
            }
            byApp[app] = issuer
        }
    }

    /// Ends what they hold open when they were used, whether that went well or not.
    func shutDown<Result>(after use: () async throws -> Result) async throws -> Result {
        do {
            let result = try await use()
            for way in guards { await way.shutDown() }
            return result
        } catch {
            for way in guards { await way.shutDown() }
            throw error
        }
    }

    private mutating func keySet(
        at url: KeySetURL,
        of app: AppID,
        _ policy: TokenPolicy,
        _ clock: any PealClock,
        _ logger: Logger
    ) throws -> RemoteKeySet {
        let way = try GuardedTransport(
            rules: url.rules,
            now: { clock.now },
            originLimit: 1,
            connectionsPerOrigin: 1,
            triesAllAddresses: true,
            trustRootsPEM: url.trustRoots.map { Array($0.utf8) }
        )
        guards.append(way)
        let set = RemoteKeySet(
            app: app,
            url: url.text,
            algorithms: policy.algorithms,
            transport: way.transport,
            uptime: Uptime().callAsFunction,
            logger: logger
        )
        services.append(KeySetRefresher(set: set))
        remote[app] = set
        return set
    }
}
