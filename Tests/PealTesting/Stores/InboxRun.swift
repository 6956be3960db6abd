import PealCore

/// What happens to the inboxes of two users, in any order.
struct InboxRun: Sendable {
    enum Step: Sendable {
        case notify(user: Int, category: CategoryID, thread: String?, isHidden: Bool, isAlert: Bool, isHeld: Bool)
        case mark(user: Int, row: Int, InboxMark)
        case markEach(user: Int, rows: Int, InboxMark)
        case markAll(user: Int, InboxMark, InboxScope)
        case resolve(user: Int, thread: String)
        case retract(trigger: Int)
        case sweep(days: Int)
        case pass(days: Int)
    }

    static let marks: [InboxMark] = [
        .seen, .read, .unread, .received, .opened, .dismissed, .acknowledged, .deleted, .archived, .restored,
    ]
    static let categories: [CategoryID] = ["status", "news"]
    static let threads = ["t0", "t1"]

    let steps: [Step]

    init(_ choices: inout Choices) {
        steps = choices.array(count: 4...28) { choices in
            let user = Int(choices.number(upTo: 1))
            switch choices.number(upTo: 11) {
            case 0...3:
                return .notify(
                    user: user,
                    category: choices.element(of: Self.categories),
                    thread: choices.optional { $0.element(of: Self.threads) },
                    isHidden: choices.flag(onceIn: 5),
                    isAlert: choices.flag(onceIn: 5),
                    isHeld: choices.flag(onceIn: 4)
                )
            case 4, 5: return .mark(user: user, row: Int(choices.number(upTo: 9)), choices.element(of: Self.marks))
            case 6: return .markEach(user: user, rows: Int(choices.number(upTo: 4)), choices.element(of: Self.marks))
            case 7, 8: return .markAll(user: user, choices.element(of: Self.marks), Self.scope(&choices))
            case 9: return .resolve(user: user, thread: choices.element(of: Self.threads))
            case 10: return .retract(trigger: Int(choices.number(upTo: 9)))
            default:
                let days = Int(choices.number(upTo: 4))
                return choices.flag() ? .sweep(days: days) : .pass(days: days)
            }
        }
    }

    private static func scope(_ choices: inout Choices) -> InboxScope {
        InboxScope(
            category: choices.optional { $0.element(of: categories) },
            thread: choices.optional { $0.element(of: threads) },
            link: choices.optional { $0.element(of: ["/r1", "/r2"]) }
        )
    }
}
