import PealCatalog
import PealCore
import PealStore

/// Tells who publishes a catalog what still waits of types it takes out: that ends without a push.
struct RemovedTypes {
    let store: any TriggerStore & ScheduleStore

    /// More types than anybody takes out in passing.
    private static let most = 20
    /// Counted so far; more are that many "or more".
    private static let counted = 100

    /// A warning for each type that is taken out while something of it waits.
    func warnings(from old: Catalog?, to new: Catalog) async throws -> [Finding] {
        var found: [Finding] = []
        let removed = old?.types.filter { new.type($0.id) == nil } ?? []
        for type in removed.prefix(Self.most) {
            var parts: [String] = []
            let triggers = try await triggers(of: type.id, new.app)
            if triggers > 0 { parts.append(Self.count(triggers, "trigger")) }
            let firings = type.schedule == nil ? 0 : try await firings(of: type.id, new.app)
            if firings > 0 { parts.append(Self.count(firings, "firing")) }
            guard !parts.isEmpty else { continue }
            found.append(
                Finding(
                    severity: .warning,
                    file: "catalog.yaml",
                    line: 1,
                    column: 1,
                    path: "types.\(type.id)",
                    code: "type-removed",
                    message: "is removed while \(parts.joined(separator: " and ")) of it are pending: they will not be "
                        + "pushed; to finish them first, keep the type and stop triggering it"
                )
            )
        }
        return found
    }

    private func triggers(of type: TypeID, _ app: AppID) async throws -> Int {
        var count = 0
        for status in [TriggerStatus.scheduled, .running] {
            let filter = TriggerFilter(type: type, status: status)
            count += try await store.triggers(app: app, filter: filter, page: PageRequest(limit: Self.counted)).items
                .count
        }
        return count
    }

    private func firings(of type: TypeID, _ app: AppID) async throws -> Int {
        try await store.scheduleNotes(app: app, entity: nil, type: type, limit: Self.counted)
            .count { $0.state == .waiting }
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        let text = number < counted ? "\(number)" : "\(counted) or more"
        return "\(text) \(noun)\(number == 1 ? "" : "s")"
    }
}
