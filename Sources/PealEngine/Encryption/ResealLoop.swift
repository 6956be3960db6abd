public import Logging
import PealCore
public import PealCrypto
public import PealStore
public import ServiceLifecycle

/// Seals everything of an app anew after its data key was rotated, and deletes the old key when nothing needs it.
///
/// Tokens get the hash of the new key with the same write, so that a device is found at every moment. A key goes only
/// after a whole walk, begun when nobody could seal under it any more, has met nothing that needs it.
public struct ResealLoop: Service {
    private let store: any KeyStore & SealedStore & ChangeStore
    private let keyring: Keyring
    private let rotated: WakeUp
    private let clock: any PealClock
    private let metrics: PipelineMetrics
    private let logger: Logger

    /// Wires the loop; `rotated` fires when a new key begins to seal.
    public init(
        store: any KeyStore & SealedStore & ChangeStore,
        keyring: Keyring,
        rotated: WakeUp,
        clock: any PealClock,
        metrics: PipelineMetrics,
        logger: Logger
    ) {
        self.store = store
        self.keyring = keyring
        self.rotated = rotated
        self.clock = clock
        self.metrics = metrics
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        var walks = ResealWalks()
        await RestartingLoop(name: "reseal", wakeUp: rotated, clock: clock, metrics: metrics, logger: logger).run {
            try await round(&walks)
        }
    }

    /// One page of the walk under way, or the choice of the next walk.
    func round(_ walks: inout ResealWalks) async throws -> RestartingLoop.Rest {
        let now = clock.now
        guard var walk = walks.current else {
            walks.current = try await next(walks, now: now)
            return walks.current == nil ? .until(walks.rests.values.min()) : .none
        }
        guard keyring.sealingVersion(of: walk.app) == walk.version else {
            // Rotated once more: everything is to be walked for the newer key.
            walks.current = nil
            return .none
        }
        let worker = Resealing(store: store, keyring: keyring, app: walk.app, version: walk.version, now: now)
        let hasMore = try await worker.step(&walk)
        if hasMore {
            walks.current = walk
            // Triggers and registrations come first.
            return .until(now + .milliseconds(10))
        }
        walks.current = nil
        walks.rests[walk.app] = try await finish(walk, now: now)
        return .none
    }

    /// The next app with a key to replace whose time has come.
    private func next(_ walks: borrowing ResealWalks, now: Timestamp) async throws -> ResealWalk? {
        let keys = Dictionary(grouping: try await store.dataKeys(), by: \.app)
        for (app, records) in keys.sorted(by: { $0.key < $1.key }) where records.count > 1 {
            if let rest = walks.rests[app], rest > now { continue }
            // A key that does not seal yet announces itself.
            guard let newest = records.max(by: { $0.version < $1.version }),
                keyring.sealingVersion(of: app) == newest.version
            else { continue }
            return ResealWalk(
                app: app,
                version: newest.version,
                older: records.map(\.version).filter { $0 != newest.version },
                begunAt: now,
                drainedAt: newest.createdAt + DataKeyLife.activation + DataKeyLife.drainTime
            )
        }
        return nil
    }

    /// Deletes the keys that nothing needs; when the app is to be walked again, unless that was all.
    private func finish(_ walk: ResealWalk, now: Timestamp) async throws -> Timestamp? {
        logger.notice(
            "encrypted with the new data key",
            metadata: [
                "app": "\(walk.app)", "version": "\(walk.version)", "resealed": "\(walk.moved)",
                "unreadable": "\(walk.unreadable)",
            ]
        )
        guard walk.begunAt >= walk.drainedAt else { return max(walk.drainedAt, now) }
        guard walk.moved == 0 else { return now }
        for version in walk.older where !walk.needed.contains(version) {
            guard try await store.deleteDataKey(app: walk.app, version: version) else { continue }
            logger.notice("deleted an old data key", metadata: ["app": "\(walk.app)", "version": "\(version)"])
        }
        guard !walk.needed.isEmpty else { return nil }
        logger.error(
            "an old data key is kept: some data encrypted with it cannot be decrypted",
            metadata: ["app": "\(walk.app)", "unreadable": "\(walk.unreadable)"]
        )
        return now + .seconds(3_600)
    }
}
