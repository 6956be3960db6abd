import PealCore
import PealStore

/// Finds which of an app's limits put triggers off (R160): neither the decision nor its trace knows of it.
struct QueueFindings {
    let dependencies: WhyDependencies
    let app: AppID
    let zone: Zone

    /// How many triggers are asked about.
    static let limit = 50

    /// One finding for each limit that queues and that a trigger waited for, or waits for.
    func findings(of triggers: some Sequence<TriggerID>) async throws -> [WhyFinding] {
        guard let catalog = dependencies.catalogs(app, nil), catalog.limits.contains(where: { $0.onExceed == .queue })
        else {
            return []
        }
        var found: [WhyFinding] = []
        for id in Set(triggers).sorted().prefix(Self.limit) {
            for queue in try await dependencies.store.windowUses(of: id, app: app)
            where queue.isQueued && catalog.limits.contains(where: { $0.id == queue.limit && $0.onExceed == .queue }) {
                let whose = queue.scope.isEmpty ? "" : " for \(queue.scope)"
                let what = "\(id) is queued by the limit \(queue.limit)\(whose)"
                // One that was asked for the very instant at which a window begins looks the same.
                let why = "earlier windows were full, or it was scheduled for that time"
                found.append(
                    WhyFinding("trigger-queued", "\(what) in the window from \(zone.text(of: queue.from)): \(why).")
                )
            }
        }
        return found
    }
}
