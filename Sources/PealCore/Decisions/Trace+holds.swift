extension Trace {
    /// Adds that a hold goes on when its time has come; of several such waits in a row the first and the last are kept.
    mutating func holdOn(_ hold: Step) {
        let release = Step(hold.stage, .release)
        if steps.count > 1, steps[steps.count - 2] == release, steps[steps.count - 1].stage == hold.stage,
            steps[steps.count - 1].outcome == .hold
        {
            steps.removeLast(2)
        }
        steps += [release, hold]
    }
}

extension Trace.Step {
    /// What ends a push whose notification the user read or dismissed elsewhere before it was sent (R165).
    /// - Parameter holdStage: the stage that held it; `nil` for a push that waited in the queue of its provider.
    /// - Returns: the entry that the trace ends with.
    public static func resolvedElsewhere(holdStage: Stage?) -> Self {
        guard let holdStage else { return Self(.route, .stop, .resolvedElsewhere) }
        return Self(holdStage, .release, .resolvedElsewhere)
    }
}
