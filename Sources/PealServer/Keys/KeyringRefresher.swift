import Logging
import PealCore
import PealCrypto
import PealEngine
import PealStore
import ServiceLifecycle

/// Takes data keys that were rotated while the server runs, within seconds.
///
/// A new version is known for a while before it seals, and a deleted one is remembered for a while: whatever another
/// process or a stage of this one still holds opens.
struct KeyringRefresher: Service {
    /// What the last rounds saw.
    struct Seen {
        /// Since when installed versions are gone from the store.
        var goneSince: [Name: Timestamp] = [:]
        /// What did not open, so that it is logged once.
        var unopened: Set<Name> = []
        var hasFailed = false
    }

    /// A version of an app's key.
    struct Name: Hashable {
        let app: AppID
        let version: Int
    }

    private static let pause = Duration.seconds(2)

    let store: any KeyStore
    let keyring: Keyring
    /// The root keys that may open a new version, read anew at each call.
    let rootKeys: @Sendable () throws -> [RootKey]
    /// Fires when a version begins to seal.
    let rotated: WakeUp
    let clock: any PealClock
    let logger: Logger

    /// Runs until graceful shutdown.
    func run() async throws {
        var seen = Seen()
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            do {
                try await round(&seen)
                seen.hasFailed = false
            } catch is CancellationError {
                return
            } catch {
                if !seen.hasFailed { logger.error("cannot read the data keys", metadata: ["error": "\(error)"]) }
                seen.hasFailed = true
            }
            await cancelWhenGracefulShutdown { [clock] in
                try? await clock.sleep(until: clock.now + Self.pause)
            }
        }
    }

    func round(_ seen: inout Seen) async throws {
        let now = clock.now
        let apps = Dictionary(grouping: try await store.dataKeys(), by: \.app)
        for (app, records) in apps {
            let installed = keyring.versions(of: app)
            for record in records.sorted(by: { $0.version < $1.version }) where !installed.contains(record.version) {
                try install(record, &seen)
            }
            let versions = records.map { ($0.version, $0.createdAt) }
            if let sealing = DataKeyLife.sealing(versions, now: now), keyring.activate(version: sealing, app: app) {
                logger.notice("new data key in use", metadata: ["app": "\(app)", "version": "\(sealing)"])
                rotated.fire()
            }
            forget(app, installed: installed, stored: Set(records.map(\.version)), now, &seen)
        }
    }

    private func install(_ record: DataKeyRecord, _ seen: inout Seen) throws {
        let name = Name(app: record.app, version: record.version)
        for root in try rootKeys() {
            guard let key = try? root.unwrap(record.wrapped, app: record.app, version: record.version) else { continue }
            keyring.install(key, app: record.app, version: record.version, seals: false)
            seen.unopened.remove(name)
            return
        }
        guard seen.unopened.insert(name).inserted else { return }
        logger.error(
            "the root key does not decrypt a new data key",
            metadata: ["app": "\(record.app)", "version": "\(record.version)"]
        )
    }

    private func forget(
        _ app: AppID,
        installed: [Int],
        stored: Set<Int>,
        _ now: Timestamp,
        _ seen: inout Seen
    ) {
        for version in installed {
            let name = Name(app: app, version: version)
            guard !stored.contains(version) else {
                seen.goneSince[name] = nil
                continue
            }
            let since = seen.goneSince[name] ?? now
            seen.goneSince[name] = since
            guard now - since >= DataKeyLife.memory else { continue }
            keyring.forget(version: version, app: app)
            seen.goneSince[name] = nil
        }
    }
}
