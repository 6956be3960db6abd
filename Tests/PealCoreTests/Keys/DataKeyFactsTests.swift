import PealCore
import Testing

@Suite("What becomes of an app's data keys")
struct DataKeyFactsTests {
    private static let now = Timestamp(seconds: 1_800_000_000)

    private static func key(_ version: Int, _ app: AppID = "gss") -> DataKeyRecord {
        DataKeyRecord(app: app, version: version, wrapped: [UInt8(version)], createdAt: now)
    }

    private static let facts = DataKeyFacts(of: "gss", among: [key(3), key(7, "nhs"), key(1), key(2)])

    @Test("Only the app's own are looked at, by version")
    func own() { #expect(Self.facts.keys == [Self.key(1), Self.key(2), Self.key(3)]) }

    @Test("A version that is there stays, whoever adds it")
    func adding() {
        var other = Self.key(3)
        other.wrapped = [9]
        let known = Self.facts.adding(other, by: "ana")
        #expect(known.changes.isEmpty && known.value == Self.key(3))
        let new = Self.facts.adding(Self.key(4), by: "ana")
        #expect(new.value == Self.key(4))
        #expect(new.changes.prefix(2) == [.key(.expectDataKeys(Self.facts.keys)), .key(.addDataKey(Self.key(4)))])
        #expect(new.changes.last == .note(.adminChanged, .created(Self.key(4), by: "ana"), about: nil))
    }

    @Test(
        "A version that a newer one has replaced is deleted; the newest stays, and so does what is not there",
        arguments: [(1, true), (2, true), (3, false), (4, false), (0, false)]
    )
    func deleting(version: Int, isDeleted: Bool) {
        let (changes, value) = Self.facts.deleting(version: version)
        #expect(value == isDeleted)
        let expected: [Change] = [.key(.expectDataKeys(Self.facts.keys)), .key(.deleteDataKey(version: version))]
        #expect(changes == (isDeleted ? expected : []))
        #expect(!DataKeyFacts(of: "nhs", among: [Self.key(1, "nhs")]).deleting(version: 1).value)
    }

    @Test("All are wrapped again, or none")
    func rewrapping() throws {
        struct Unreadable: Error {}
        #expect(throws: Unreadable.self) {
            _ = try Self.facts.rewrapping(by: nil, at: Self.now) { key in
                if key.version == 3 { throw Unreadable() }
                return [0]
            }
        }
        let changes = Self.facts.rewrapping(by: "ana", at: Self.now) { $0.wrapped + [9] }
        let wrapped = changes.compactMap { if case .key(.rewrap(let key)) = $0 { key.wrapped } else { nil } }
        #expect(wrapped == [[1, 9], [2, 9], [3, 9]])
        #expect(changes.first == .key(.expectDataKeys(Self.facts.keys)))
        #expect(changes.last == .note(.adminChanged, .rootKeyRotated(by: "ana", at: Self.now), about: nil))
    }
}
