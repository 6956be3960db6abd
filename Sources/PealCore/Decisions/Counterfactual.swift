/// Finds the nearest change that would have let a push go, by deciding again on changed facts (design §2, promise 5).
///
/// It asks the real ``Decider``, smallest sets of changes first, and gives up after ``budget`` decisions.
public struct Counterfactual: Sendable {
    /// How many decisions one answer may cost.
    public static let budget = 200

    private let start: Hypothesis

    /// Prepares to ask about one type.
    /// - Parameters:
    ///   - catalog: the catalog in force.
    ///   - type: one of its types.
    ///   - category: the type's category.
    ///   - available: providers that can be sent through now.
    ///   - question: what was or would be decided.
    public init(
        catalog: Catalog,
        type: NotificationType,
        category: Category,
        available: Set<ProviderID>,
        question: Decider.Question
    ) {
        start = Hypothesis(catalog: catalog, type: type, category: category, available: available, question: question)
    }

    /// What it comes to.
    public enum Answer: Sendable, Equatable {
        /// Nothing has to change: the push goes.
        case sends
        /// The push goes when all of these change; no smaller set was found.
        case changes([Change])
        /// No set of changes was found within the budget.
        case none
    }

    /// One thing that could be otherwise.
    public enum Change: Sendable, Hashable {
        /// The type is switched on in the catalog.
        case typeOn
        /// An actor of this kind makes it happen.
        case actorKind(ActorType)
        /// The recipient has a role.
        case role(String)
        /// The recipient owns such an entity.
        case owned(EntityTypeID, status: String?)
        /// A variable of the trigger has another value.
        case data(String)
        /// The backend puts the user.
        case user
        /// Another user than the recipient is the actor.
        case otherActor
        /// The user switches the category on.
        case category(CategoryID)
        /// The user switches push on at all.
        case push
        /// The user switches push on for the category.
        case categoryPush(CategoryID)
        /// The catalog switches push on for a category that nobody can adjust.
        case defaultPush(CategoryID)
        /// The user removes a mute.
        case mute(Mute.Scope)
        /// The devices in a state become active again: switched on, or heard of again.
        case deviceState(DeviceState)
        /// The user's devices may show notifications.
        case permission
        /// The user's devices have a capability granted.
        case capability(String)
        /// The user signs in on a device of a push service.
        case device(ProviderID)
        /// The app can send through a push service.
        case provider(ProviderID)
        /// The user switches quiet hours off.
        case quietHours
        /// The type is not digested.
        case individual
        /// The sender stays within its limit.
        case senderLimit
        /// It happens at an instant or later.
        case later(Timestamp)
    }

    /// The smallest set of changes that makes the push go, as far as the budget reaches.
    public func answer() -> Answer {
        if start.sends { return .sends }
        let changes = start.candidates
        var left = Self.budget - 1
        for size in stride(from: 1, through: changes.count, by: 1) {
            var chosen = Array(0..<size)
            repeat {
                guard left > 0 else { return .none }
                left -= 1
                var changed = start
                for index in chosen { changed.apply(changes[index]) }
                if changed.sends { return .changes(chosen.map { changes[$0] }) }
            } while Self.advance(&chosen, of: changes.count)
        }
        return .none
    }

    /// The next combination in lexical order; `false` after the last.
    private static func advance(_ chosen: inout [Int], of count: Int) -> Bool {
        guard let position = chosen.indices.last(where: { chosen[$0] < count - chosen.count + $0 }) else {
            return false
        }
        let base = chosen[position] + 1
        for index in position..<chosen.count { chosen[index] = base + index - position }
        return true
    }
}
