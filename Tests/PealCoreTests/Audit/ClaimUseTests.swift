import PealCore
import Testing

@Suite("How much users add to the audit log")
struct ClaimUseTests {
    private static let noon = Timestamp(seconds: 1_800_000_000 / 86_400 * 86_400 + 43_200)

    @Test("a day has room for so many claims and so many words; what is too long is kept without its words")
    func day() {
        var use = ClaimUse()
        var kept = 0
        for number in 0..<500 {
            guard let (next, keepsWords) = use.adding(1_000, at: Self.noon + .seconds(Int64(number))) else { continue }
            (use, kept) = (next, kept + (keepsWords ? 1 : 0))
        }
        #expect(use.count == ClaimUse.entries)
        #expect(kept == ClaimUse.words / 1_000)
        #expect(use.bytes <= ClaimUse.words)
        #expect(use.adding(0, at: Self.noon) == nil)
        let tomorrow = use.adding(2_000, at: Self.noon + .seconds(86_400))
        #expect(tomorrow?.use.count == 1 && tomorrow?.use.bytes == 2_000 && tomorrow?.keepsWords == true)
    }

    @Test("short words still fit after long ones did not")
    func short() throws {
        let full = ClaimUse(day: Int(Self.noon.milliseconds / 86_400_000), count: 3, bytes: ClaimUse.words - 10)
        #expect(full.adding(11, at: Self.noon)?.keepsWords == false)
        #expect(full.adding(10, at: Self.noon)?.keepsWords == true)
        #expect(full.adding(0, at: Self.noon)?.use.bytes == full.bytes)
    }

    @Test("each action that can be claimed has a bit of its own, and no other has one")
    func bits() {
        let bits = AuditAction.claimable.map(\.claimBit)
        #expect(Set(bits).count == bits.count && bits.allSatisfy { $0.nonzeroBitCount == 1 })
        #expect(AuditAction.allCases.filter { !AuditAction.claimable.contains($0) }.allSatisfy { $0.claimBit == 0 })
    }

    private static func record(_ kind: EventKind, user: Int64?) -> AuditRecord {
        AuditRecord(Event(kind, app: "gss"), user: user)
    }

    @Test(
        "of a user's own acts a hundred a day are recorded, of others and of notifications all",
        arguments: [EventKind.preferencesChanged, .mutesChanged, .etaChanged, .replyReceived]
    )
    func switches(_ kind: EventKind) {
        var budget = UserEntryBudget()
        func admits(_ record: AuditRecord, at now: Timestamp = Self.noon) -> Bool { budget.admits(record, at: now) }
        var admitted = 0
        for _ in 0..<10_000 where admits(Self.record(kind, user: 1)) { admitted += 1 }
        let others = [
            admits(Self.record(kind, user: 2)), admits(Self.record(.notificationOpened, user: 1)),
            admits(Self.record(.auditClaimed, user: 1)), admits(Self.record(kind, user: nil)),
            admits(Self.record(kind, user: 1), at: Self.noon + .seconds(86_400)),
        ]
        #expect(admitted == UserEntryBudget.entries)
        #expect(others.allSatisfy { $0 })
    }
}
