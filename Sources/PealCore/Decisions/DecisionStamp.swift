/// What a decision to send was made from, as far as that may change while its push waits.
///
/// A push that leaves later than ``grace`` after its decision is compared with it: nothing more is read while it holds.
public struct DecisionStamp: Sendable, Equatable {
    /// What a decision reads of users and entities, counted as it changes.
    public struct Versions: Sendable, Equatable {
        /// Raised by each change of the user, their preferences, mutes, devices, memberships and the entities they own;
        /// `nil` for a user who is not stored.
        public var facts: Int?
        /// Raised by each change of the trigger's entity; `nil` when it has none, or none is stored.
        public var entity: Int?

        /// Joins both.
        public init(facts: Int? = nil, entity: Int? = nil) {
            self.facts = facts
            self.entity = entity
        }
    }

    /// What the decision read.
    public var versions: Versions
    /// Until when it holds by itself, because quiet hours begin then; `nil` is for ever.
    public var validUntil: Timestamp?

    /// Joins both; without any, nothing is known of what the decision read, and nothing is compared.
    public init(_ versions: Versions = Versions(), validUntil: Timestamp? = nil) {
        self.versions = versions
        self.validUntil = validUntil
    }

    /// How long after its decision a push may leave without a comparison.
    public static let grace = Duration.seconds(10)

    /// Pushes decided before this instant are late.
    public static func lateBefore(_ now: Timestamp) -> Timestamp { now - grace }

    /// Whether the decision still holds at an instant, before a late attempt.
    /// - Parameters:
    ///   - present: what is stored now.
    ///   - now: the instant of the attempt.
    /// - Returns: `false` when the rules have to be asked again.
    public func holds(for present: Versions, at now: Timestamp) -> Bool {
        guard versions.facts != nil else { return true }
        return versions == present && validUntil.map { now < $0 } ?? true
    }
}
