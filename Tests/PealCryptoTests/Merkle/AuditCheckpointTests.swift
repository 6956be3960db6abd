import PealCore
import Testing

@testable import PealCrypto

@Suite("Signed checkpoints")
struct AuditCheckpointTests {
    private static let checkpoint = AuditCheckpoint(
        app: "gss",
        size: 3,
        root: [UInt8](repeating: 7, count: 32),
        at: Timestamp(seconds: 1_800_000_000)
    )

    @Test("A checkpoint is read back from its text, and verified by its own key and no other")
    func both() throws {
        let key = try AuditKey(base64: AuditKey.generate())
        let other = try AuditKey(base64: AuditKey.generate())
        let signed = try SignedCheckpoint(Self.checkpoint, by: key)
        let read = try #require(SignedCheckpoint(signed.text))
        #expect(read.checkpoint == Self.checkpoint)
        #expect(read.isSigned(byAnyOf: [other.verification, key.verification]))
        #expect(!read.isSigned(byAnyOf: [other.verification]) && !read.isSigned(byAnyOf: []))
    }

    @Test("A changed digit of its text is found")
    func changed() throws {
        let key = try AuditKey(base64: AuditKey.generate())
        let signed = try SignedCheckpoint(Self.checkpoint, by: key)
        let changed = try #require(SignedCheckpoint(signed.text.replacing("\n3\n", with: "\n4\n")))
        #expect(!changed.isSigned(byAnyOf: [key.verification]))
    }

    @Test("A text may have several checkpoints; what is none is left out")
    func several() throws {
        let key = try AuditKey(base64: AuditKey.generate())
        let signed = try SignedCheckpoint(Self.checkpoint, by: key)
        #expect(SignedCheckpoint.all(in: "saved on Monday\n\(signed.text)\(signed.text)\nend").count == 2)
        #expect(SignedCheckpoint.all(in: "nothing").isEmpty)
        #expect(SignedCheckpoint("peal/audit/gss\n3\n") == nil)
    }

    @Test("A verification key is read back from its text; one with another number is none")
    func keys() throws {
        let key = try AuditKey(base64: AuditKey.generate()).verification
        #expect(AuditVerificationKey(key.text + "\n") == key)
        let parts = key.text.split(separator: "+", maxSplits: 2)
        #expect(AuditVerificationKey("\(parts[0])+00000000+\(parts[2])") == nil)
        #expect(throws: CryptoError.self) { try AuditKey(base64: "c2hvcnQ=") }
    }
}
