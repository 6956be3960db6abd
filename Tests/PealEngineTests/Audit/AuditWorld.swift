import Logging
import PealCore
import PealCrypto
import PealEngine
import PealSQLite
import Testing

@testable import PealTesting

/// An audit log of many entries, its export as lines, and checkpoints that were saved elsewhere.
struct AuditWorld {
    let lines: [[UInt8]]
    let checkpoints: [SignedCheckpoint]
    let key: AuditVerificationKey

    /// Makes a log by the engine's own reader: two entries for each user that is notified.
    static func make(entries: Int, checkpointsAt sizes: [Int] = []) async throws -> AuditWorld {
        let store = try SQLiteStore.temporary()
        let scene = StoreScene(store: store)
        let key = try AuditKey(base64: AuditKey.generate())
        let engine = engine(store, key: key)
        var saved: [SignedCheckpoint] = []
        var size = 0
        for target in sizes + [entries] {
            let users = (size / 2..<target / 2).map { UserID("user-\($0)") }
            for part in stride(from: 0, to: users.count, by: 100) {
                let page = Array(users[part..<min(part + 100, users.count)])
                try await scene.notify(page) { _ in (.show, .suppress(.noDevice)) }
            }
            size = target
            try await engine.audit.catchUp()
            try await engine.auditing.sign()
            let newest = try #require(try await engine.audit.checkpoints(of: scene.app, limit: 1).first)
            #expect(newest.size == target)
            saved.append(try #require(SignedCheckpoint(newest.text)))
        }
        return AuditWorld(lines: try await lines(engine, scene.app), checkpoints: saved, key: key.verification)
    }

    static func engine(_ store: any EngineStore, key: AuditKey? = nil, logger: Logger = Logger(label: "test")) -> Engine
    {
        let ids = SequentialIDs()
        var ports = EnginePorts(
            store: store,
            clock: VirtualClock(at: Timestamp(seconds: 1_800_000_000)),
            ids: ids.generator,
            logger: logger
        )
        ports.auditKey = key
        return Engine(ports: ports)
    }

    /// An export by lines.
    static func lines(_ engine: Engine, _ app: AppID) async throws -> [[UInt8]] {
        var bytes: [UInt8] = []
        for try await chunk in try await engine.audit.export(of: app, AuditLog.Question()) { bytes += chunk }
        #expect(bytes.last == 0x0A)
        return bytes.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    }

    /// What a verifier finds wrong in lines, with checkpoints that were saved elsewhere.
    static func problems(_ lines: [[UInt8]], _ saved: [SignedCheckpoint], _ keys: [AuditVerificationKey]) -> [String] {
        var verification = AuditVerification()
        for line in lines { verification.read(line) }
        verification.finish()
        for checkpoint in saved { verification.compare(saved: checkpoint, trusted: keys) }
        return verification.problems
    }

    func problems(_ lines: [[UInt8]]) -> [String] { Self.problems(lines, checkpoints, [key]) }
}
