import Logging
import PealCore

/// The triggers of pushes that waited, each opened once in a round, however many users it waits for.
struct OpenedTriggers {
    private let dependencies: DecisionDependencies
    private var known: [Name: Result<WaitingTrigger, any Error>] = [:]
    private var failures: [Name: Int] = [:]

    private struct Name: Hashable {
        var app: AppID
        var trigger: TriggerID
    }

    init(_ dependencies: DecisionDependencies) { self.dependencies = dependencies }

    /// Opens a trigger's data and finds its catalogs; `nil` when its key or its catalog is missing.
    mutating func open(_ pending: PendingTrigger) -> WaitingTrigger? {
        let trigger = pending.trigger
        let name = Name(app: trigger.app, trigger: trigger.id)
        let opened: Result<WaitingTrigger, any Error>
        if let result = known[name] {
            opened = result
        } else {
            opened = Result {
                let data = try dependencies.encryption.open(pending.sealedData, app: trigger.app, trigger: trigger.id)
                return try dependencies.decider.waiting(pending, data: data)
            }
            known[name] = opened
        }
        if case .failure = opened { failures[name, default: 0] += 1 }
        return try? opened.get()
    }

    /// Counts the pushes that could not be decided, and names each trigger once.
    func report() {
        for (name, count) in failures {
            guard case .failure(let error) = known[name] else { continue }
            dependencies.metrics.loopErrors.increment(by: count)
            dependencies.logger.error(
                "cannot re-evaluate waiting pushes",
                metadata: [
                    "app": "\(name.app)", "trigger": "\(name.trigger)", "pushes": "\(count)", "error": "\(error)",
                ]
            )
        }
    }
}
