public import PealCore

/// What a user wants changed; what is absent stays, and a value withdrawn follows the catalog again.
public struct PreferenceChange: Sendable {
    /// Global switches; `nil` withdraws the choice.
    public var global: [Channel: Bool?]
    /// Categories by key.
    public var categories: [String: CategoryChange]
    /// Quiet hours.
    public var quietHours: QuietHoursChange?
    /// When the user chose; a field chosen or reset later than that keeps its value (R080).
    public var at: Timestamp?

    /// A category's change.
    public struct CategoryChange: Sendable {
        /// The whole category.
        public var enabled: FieldPatch<Bool>
        /// Single channels; `nil` withdraws the choice.
        public var channels: [Channel: Bool?]
        /// When the user chose, where it is not the time of the whole change.
        public var at: Timestamp?

        /// Chooses; `nil` leaves the whole category's switch as it is.
        public init(enabled: Bool?, channels: [Channel: Bool], at: Timestamp? = nil) {
            self.init(enabled: FieldPatch(enabled), channels: channels.mapValues { $0 }, at: at)
        }

        /// Joins the parts.
        public init(enabled: FieldPatch<Bool>, channels: [Channel: Bool?], at: Timestamp? = nil) {
            self.enabled = enabled
            self.channels = channels
            self.at = at
        }
    }

    /// A change of quiet hours.
    public struct QuietHoursChange: Sendable {
        /// Whether they are observed.
        public var enabled: FieldPatch<Bool>
        /// The first quiet minute.
        public var start: FieldPatch<LocalTime>
        /// The first minute after.
        public var end: FieldPatch<LocalTime>
        /// The zone they are in.
        public var timeZone: FieldPatch<String>

        /// Chooses; `nil` leaves a field as it is.
        public init(enabled: Bool?, start: LocalTime?, end: LocalTime?, timeZone: String?) {
            self.init(
                enabled: FieldPatch(enabled),
                start: FieldPatch(start),
                end: FieldPatch(end),
                timeZone: FieldPatch(timeZone)
            )
        }

        /// Joins the parts.
        public init(
            enabled: FieldPatch<Bool>,
            start: FieldPatch<LocalTime>,
            end: FieldPatch<LocalTime>,
            timeZone: FieldPatch<String>
        ) {
            self.enabled = enabled
            self.start = start
            self.end = end
            self.timeZone = timeZone
        }
    }

    /// Joins the parts.
    public init(
        global: [Channel: Bool?] = [:],
        categories: [String: CategoryChange] = [:],
        quietHours: QuietHoursChange? = nil,
        at: Timestamp? = nil
    ) {
        self.global = global
        self.categories = categories
        self.quietHours = quietHours
        self.at = at
    }
}

extension PreferenceChange {
    /// The same without the time that the answer itself carried: who sends back what was read says nothing about when.
    func withoutTime(of view: PreferenceView) -> PreferenceChange {
        var change = self
        if change.at == view.updatedAt { change.at = nil }
        return change
    }

    /// The same with its instants on the server's clock.
    func corrected(by clock: ClientClock) -> PreferenceChange {
        var change = self
        change.at = at.map(clock.corrected)
        change.categories = categories.mapValues { category in
            CategoryChange(
                enabled: category.enabled,
                channels: category.channels,
                at: category.at.map(clock.corrected)
            )
        }
        return change
    }
}

/// A user has as many mutes as one can have; the new one was not set.
public struct MuteLimitReached: Error, Sendable, Equatable {
    /// How many that is.
    public let limit: Int
}

/// Why a change was not made: nothing of it was.
public struct PreferenceProblem: Error, Sendable, Equatable {
    /// What kind of problem.
    public enum Kind: Sendable, Equatable {
        case unknownCategory, locked, notEditable, quietHoursOff
    }

    /// What kind of problem the first one is.
    public var kind: Kind
    /// What is wrong, and the pointer into the change.
    public var details: [(detail: String, pointer: String)]

    /// Compares kind and details.
    public static func == (left: PreferenceProblem, right: PreferenceProblem) -> Bool {
        left.kind == right.kind && left.details.elementsEqual(right.details, by: ==)
    }
}
