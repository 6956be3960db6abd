import PealCore
import PealEngine
import PealSQLite
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("The doctor at apps whose catalogs are reviewed")
struct DoctorReviewTests {
    private static let command = "`peal keys create --app shop --scope catalog --name"

    /// A key: its scopes, and when it expires.
    struct Key: Sendable, ExpressibleByArrayLiteral {
        var scopes: [String]
        var expiresAt: Timestamp?

        init(arrayLiteral scopes: String...) { self.scopes = scopes }

        /// The same key with an expiry.
        func expiring(_ time: Duration) -> Key {
            var key = self
            key.expiresAt = Patient.now + time
            return key
        }
    }

    /// The keys, the level, and parts of the message; without a level the doctor says nothing.
    private static let rows: [(keys: [Key], review: String, level: DoctorFinding.Level?, words: [String])] = [
        ([], "required", .warn, ["there are none", "\(command) author`", "\(command) reviewer`"]),
        ([["catalog"]], "required", .warn, ["there is one", "\(command) reviewer`"]),
        ([["*"], ["triggers", "directory"]], "required", .warn, ["there is one"]),
        ([["*"], ["catalog", "insight"]], "required", .ok, ["2 keys"]),
        ([["*"], ["catalog:read"], ["*:read"]], "required", .warn, ["there is one"]),
        ([["*"], Key(arrayLiteral: "catalog").expiring(.zero)], "required", .warn, ["there is one"]),
        ([["*"], Key(arrayLiteral: "catalog").expiring(.seconds(3600))], "required", .ok, ["2 keys"]),
        ([], "optional", nil, []),
    ]

    @Test(
        "warns when there are fewer than two keys that may publish, and says how to create them (R117)",
        arguments: rows
    )
    func keys(_ row: (keys: [Key], review: String, level: DoctorFinding.Level?, words: [String])) async throws {
        try await Patient.with { patient in
            try patient.configure("{review: \(row.review), expo: {enabled: true}}")
            try await patient.makeDatabase()
            try await patient.addKeys(row.keys)
            let report = await patient.examine()
            let lines = report.lines.filter { $0.check == .review }
            #expect(lines.map(\.level) == [row.level].compactMap(\.self), "\(report.plain)")
            for words in row.words { #expect(lines.first?.message.contains(words) == true, "\(report.plain)") }
            #expect(!report.hasFailed)
        }
    }

    @Test("says nothing of keys where there is no database yet")
    func noDatabase() async throws {
        try await Patient.with { patient in
            try patient.configure("{review: required, expo: {enabled: true}}")
            let report = await patient.examine()
            #expect(!report.lines.contains { $0.check == .review })
        }
    }
}

extension Patient {
    /// Adds secret keys of the app.
    fileprivate func addKeys(_ keys: [DoctorReviewTests.Key]) async throws {
        let store = try SQLiteStore.open(path: database, mode: .production)
        let ids = MonotonicIDs(now: { Patient.now }).generator
        for (number, key) in keys.enumerated() {
            try await store.add(
                SecretKeyRecord(
                    id: ids.make(),
                    app: "shop",
                    hash: Array(repeating: UInt8(number), count: 32),
                    scopes: key.scopes,
                    name: "key \(number)",
                    createdAt: Patient.now,
                    expiresAt: key.expiresAt
                )
            )
        }
        try store.close()
    }
}
