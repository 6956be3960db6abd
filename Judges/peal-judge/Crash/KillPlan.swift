/// When a round's server dies.
enum KillPlan: Sendable, Equatable {
    /// While it starts, before it may be ready.
    case starting(after: Duration)
    /// Under load, at any instant.
    case serving(after: Duration)
    /// By its own hand, at the n-th pass of a named place between two effects.
    case point(String, pass: Int)

    /// The places the server knows, and how many passes a round reaches for sure.
    static let points = [
        ("before-accept", 30), ("after-accept", 30), ("before-fan-out-commit", 15), ("after-fan-out-commit", 15),
        ("after-claim", 15), ("after-send", 40), ("after-record", 40),
    ]

    /// Every third round takes a named place, every tenth dies while starting, the others under load.
    static func draw(round: Int, from random: inout SeededRandom) -> KillPlan {
        if round % 3 == 2 {
            let (name, passes) = points[(round / 3) % points.count]
            return .point(name, pass: Int.random(in: 1...passes, using: &random))
        }
        if round % 10 == 9 { return .starting(after: .milliseconds(Int.random(in: 5...250, using: &random))) }
        return .serving(after: .milliseconds(Int.random(in: 20...800, using: &random)))
    }

    /// What the server is told in its environment.
    var crashAt: String? {
        if case .point(let name, let pass) = self { "\(name):\(pass)" } else { nil }
    }
}
