/// What one sender did in its time.
struct SenderFigures: Sendable {
    let name: String
    let pushes: Int
    let seconds: Double
    /// Processor time of the sending process alone.
    let cpuSeconds: Double
    /// Pushes that were not accepted.
    var errors = 0
    /// Why the first of them was not.
    var firstError: String?

    var pushesPerSecond: Double { seconds > 0 ? Double(pushes) / seconds : 0 }
    /// The figure to compare by: it does not depend on how fast the other side is.
    var pushesPerCPUSecond: Double { cpuSeconds > 0 ? Double(pushes) / cpuSeconds : 0 }
    var cpuMicroseconds: Double { pushes > 0 ? cpuSeconds * 1e6 / Double(pushes) : 0 }
}

/// A sender that could not be measured, and why.
struct SkippedSender: Sendable {
    let name: String
    let reason: String
}
