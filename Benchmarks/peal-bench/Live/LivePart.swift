import ArgumentParser

/// A part of ``LiveCommand`` that can be measured alone.
enum LivePart: String, ExpressibleByArgument, CaseIterable {
    /// Memory of idle connections.
    case memory
    /// Events of each case.
    case shared, audience, own
    /// Replies to open boards.
    case replies

    /// Whether memory of idle connections is measured.
    var measuresMemory: Bool { self == .memory }

    /// Whether replies to open boards are measured.
    var measuresReplies: Bool { self == .replies }

    /// The cases whose events are measured.
    var cases: [FanOutCase] {
        switch self {
        case .memory, .replies: []
        case .shared: [.shared]
        case .audience: [.audience]
        case .own: [.own]
        }
    }
}
