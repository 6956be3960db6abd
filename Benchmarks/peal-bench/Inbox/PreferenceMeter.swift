import JudgeKit
import PealCatalog
import PealCore
import PealEngine
import PealSQLite

/// Reads and changes the preferences of a user, each change in a transaction of its own (R226, R227).
struct PreferenceMeter {
    let store: SQLiteStore
    let seed: InboxSeed
    let times: Int

    /// Milliseconds of every call.
    struct Timings {
        var reads: [Double] = []
        var writes: [Double] = []
    }

    func measure() async throws -> Timings {
        let catalog = try Self.catalog()
        let center = PreferenceCenter(
            store: store,
            catalogs: { _, _ in catalog },
            // Only mutes have identifiers.
            ids: IDGenerator { UUIDv7(milliseconds: 0, random: (0, 0)) },
            now: { Stopwatch.wallClock }
        )
        guard let user = seed.sizes.last.map(seed.user) else { return Timings() }
        var timings = Timings()
        for time in 0..<times {
            let change = PreferenceChange(categories: ["news": .init(enabled: time.isMultiple(of: 2), channels: [:])])
            var watch = Stopwatch()
            _ = try await center.update(change, of: user, app: seed.app)
            timings.writes.append(watch.seconds * 1000)
            watch = Stopwatch()
            _ = try await center.view(of: user, app: seed.app)
            timings.reads.append(watch.seconds * 1000)
        }
        return timings
    }

    private static func catalog() throws -> Catalog {
        let yaml = PolicyCatalog(digestSeconds: 60, shortDigestSeconds: 60).yaml
        let reading = CatalogReader.read(yaml: yaml, file: "policy.yaml", providers: .shipped)
        guard let catalog = reading.catalog else {
            throw JudgeError(.unexpectedAnswer, reading.findings.map(\.message).joined(separator: "; "))
        }
        return catalog
    }
}
