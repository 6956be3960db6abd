import Foundation
import JudgeKit
import PealCore
import PealCrypto

/// Measures single triggers, and one announcement to many, each on a store of its own.
struct AuditRun: Sendable {
    let workspace: Workspace
    let catalogs: String
    let simulator: Simulator
    let isAudited: Bool
    let concurrency: Int

    private static let owners = 1_000

    /// So many triggers to one user each.
    func triggers(_ count: Int) async throws -> AuditFigures {
        let owners = (0..<Self.owners).map { "owner-\($0)" }
        let engine = try await engine(of: "reports", for: owners) { _ in }
        let drafts = (0..<count).map { number in
            let report = EntityRef(type: "report", id: "r\(number)")
            let owner = UserID(owners[number % owners.count])
            return TriggerDraft(
                type: "assigned",
                entity: report,
                entities: [EntityPatch(ref: report, ownerID: owner, status: "assigned")],
                transition: "change-\(number)",
                data: ["title": .string("Broken lamp \(number)")]
            )
        }
        return try await engine.measure("single triggers", drafts, pushes: count, atOnce: concurrency)
    }

    /// One announcement to so many users.
    func audience(_ size: Int) async throws -> AuditFigures {
        let members = (0..<size).map { "member-\($0)" }
        let engine = try await engine(of: "nhs", for: members) { try await $0.putOrganisation("o", members: members) }
        let announcement = EntityRef(type: "announcement", id: "a")
        let draft = TriggerDraft(
            type: "announcement",
            entity: announcement,
            entities: [EntityPatch(ref: announcement, parent: EntityRef(type: "org", id: "o"))],
            data: [
                "title": .string("Meeting moved to Thursday"),
                "preview": .string("We meet in room 12 at three o’clock."),
            ]
        )
        return try await engine.measure("audience of \(size)", [draft], pushes: size, atOnce: 1)
    }

    /// An engine on a new store with users who have a phone each.
    private func engine(of app: String, for users: [String], _ seeding: (DirectSeed) async throws -> Void) async throws
        -> EngineUnderLoad
    {
        let database = workspace.path("\(app).db").path
        let seed = try await DirectSeed(database: database, rootKey: RootKey.generate(), app: app)
        try await seed.putUsers(users, tokens: try await simulator.tokens(users.count, project: app))
        try await seeding(seed)
        try seed.close()
        return EngineUnderLoad(
            app: seed.app,
            database: database,
            catalog: URL(filePath: catalogs).appending(path: "\(app).yaml"),
            keyring: seed.keyring,
            account: try await simulator.serviceAccount(project: app),
            endpoint: simulator.url,
            isAudited: isAudited
        )
    }
}
