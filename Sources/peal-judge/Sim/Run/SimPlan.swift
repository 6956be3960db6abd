import ArgumentParser

/// What one seed is to go through.
struct SimPlan: Sendable {
    var seed: UInt64
    /// Virtual time at most, before settling.
    var hours = 72
    /// Steps at most, before settling.
    var steps = 120
    var plant: Plant?
    var isTracing = false
    /// A statement run before the last look at the rows, to see that the look is sharp.
    var sabotage: String?
    /// A statement run after every step, before it is looked at.
    var rot: String?
}

/// A bug planted into the judge's own wiring, to show that the invariants find it.
enum Plant: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// Pushes are handed over before their lease is on disk.
    case commitAfterSend = "commit-after-send"
    /// Changes are answered before they are on disk: a crash takes the last one back.
    case commitAfterAnswer = "commit-after-answer"
}
