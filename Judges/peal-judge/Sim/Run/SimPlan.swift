import ArgumentParser

/// What one seed is to go through.
struct SimPlan: Sendable {
    var seed: UInt64
    /// Virtual time at most, before draining.
    var hours = 72
    /// Steps at most, before draining.
    var steps = 120
    /// Whether transactions that decide claim their pushes: in others they wait in their queues for a while, as behind a
    /// full queue.
    var handsOver: Bool { !seed.isMultiple(of: 3) }
    var injectedBug: InjectedBug?
    var isTracing = false
    /// A statement that damages rows before the last look at them, to see that the look is sharp.
    var damage: String?
    /// A statement that damages rows after every step, before it is looked at.
    var damageByStep: String?
}

/// A bug that is injected into the judge's own wiring, to show that the invariants find it.
enum InjectedBug: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Pushes are handed over before their lease is on disk.
    case commitAfterSend = "commit-after-send"
    /// Changes are answered before they are on disk: a crash takes the last one back.
    case commitAfterAnswer = "commit-after-answer"
    /// A batch is handed over without a look at the devices and users that left since it was claimed.
    case ignoreRevocations = "ignore-revocations"
    /// An entity is deleted, and what is to be sent about it stays as it is.
    case keepDeleted = "keep-deleted"
    /// A new process takes the leases of the last one for its own: nobody asks what became of those pushes.
    case keepOldLeases = "keep-old-leases"
    /// The engine's catalogs allow no summary; those of the judge do.
    case ignoreSummaries = "ignore-summaries"
}
