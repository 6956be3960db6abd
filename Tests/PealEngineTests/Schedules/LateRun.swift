import PealTesting

/// What happens around an event that reminds its members, its owner and the members of its club an hour before it starts.
struct LateRun: Sendable, CustomStringConvertible {
    /// One thing that happens.
    enum Step: Sendable, Equatable {
        case joinEvent(Int), leaveEvent(Int), joinClub(Int), leaveClub(Int)
        /// Another owner, or none.
        case own(Int?)
        /// The start is so many minutes after the usual one.
        case start(Int)
        /// Closed events remind nobody.
        case close, open
        /// So many minutes pass.
        case wait(Int)
        /// What waits to be sent is sent; until then it may be withdrawn.
        case deliver
    }

    /// Users; the last of them have devices.
    static let users = 5
    static let usersWithDevices = 3

    /// In order; it begins 80 minutes before the usual start.
    let steps: [Step]

    init(_ choices: inout Choices) {
        steps = choices.array(count: 4...16) { choices in
            let user = choices.integer(in: 0...(Self.users - 1))
            return switch choices.integer(in: 0...13) {
            case 0...3: .joinEvent(user)
            case 4: .leaveEvent(user)
            case 5: .joinClub(user)
            case 6: .leaveClub(user)
            case 7...8: .own(choices.flag(onceIn: 5) ? nil : user)
            case 9: .start(10 * choices.integer(in: -4...6))
            case 10: choices.flag() ? .close : .open
            case 11...12: .wait(5 * choices.integer(in: 1...6))
            default: .deliver
            }
        }
    }

    var description: String { steps.map { "\($0)" }.joined(separator: ", ") }
}
