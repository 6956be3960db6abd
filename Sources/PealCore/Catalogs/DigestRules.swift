/// What a push that stands for several says; its templates know `count` besides the type's variables.
///
/// Where a part is left out, standard words stand in: the app's name, and how many there are.
public struct DigestCopy: Sendable, Equatable {
    /// The title per locale.
    public var title: LocalizedTemplate?
    /// The body per locale.
    public var body: LocalizedTemplate?

    /// Joins both parts.
    public init(title: LocalizedTemplate? = nil, body: LocalizedTemplate? = nil) {
        self.title = title
        self.body = body
    }

    /// Whether the standard words stand in for both parts.
    public var isEmpty: Bool { title == nil && body == nil }

    /// The variables that its texts add up over all items.
    public var summedVariables: Set<String> {
        let templates = [title, body].compactMap(\.self).flatMap(\.byLocale.values)
        return Set(templates.flatMap(\.variableNames).compactMap(Template.summedVariable))
    }
}

/// Collects a user's pushes of one type into a digest (R161, C16).
public struct DigestRule: Sendable, Equatable {
    /// Pushes with the same rendered key share a window.
    public var key: Template
    /// How long a window is open, counted from its first item.
    public var window: Duration
    /// Whether the first item waits too.
    public var edge: Edge
    /// Fewer items than these are pushed one by one when the window closes.
    public var minItems: Int
    /// The text of the digest.
    public var copy: DigestCopy

    /// What happens to the item that opens a window.
    public enum Edge: String, Sendable, CaseIterable {
        /// It waits with the others.
        case trailing
        /// It is pushed at once; the others wait.
        case leading
    }

    /// Sets the rule.
    public init(
        key: Template,
        window: Duration,
        edge: Edge = .trailing,
        minItems: Int = 2,
        copy: DigestCopy = DigestCopy()
    ) {
        self.key = key
        self.window = window
        self.edge = edge
        self.minItems = minItems
        self.copy = copy
    }
}

/// At most so many pushes of a type to one user in a sliding time (R162).
public struct ThrottleRule: Sendable, Equatable {
    /// How many.
    public var max: Int
    /// In which time.
    public var per: Duration
    /// What happens to one too many.
    public var onExceed: Excess
    /// How long pushes over the limit are collected.
    public var window: Duration
    /// The text of a digest of them.
    public var copy: DigestCopy

    /// What happens to a push over the limit.
    public enum Excess: String, Sendable, CaseIterable {
        /// It is digested with the others over the limit.
        case digest
        /// It is not pushed; the inbox row stays.
        case suppress
    }

    /// Sets the rule.
    public init(
        max: Int,
        per: Duration,
        onExceed: Excess,
        window: Duration,
        copy: DigestCopy = DigestCopy()
    ) {
        self.max = max
        self.per = per
        self.onExceed = onExceed
        self.window = window
        self.copy = copy
    }
}

/// One summary in place of the single pushes of a user who has many waiting (R163).
///
/// A push waits when it was held, or was not handed to a push service within ``DecisionStamp/grace``.
public struct SummaryRule: Sendable, Equatable {
    /// More waiting pushes than these become a summary.
    public var over: Int
    /// What the summary says.
    public var copy: DigestCopy

    /// Sets the rule.
    public init(over: Int, copy: DigestCopy = DigestCopy()) {
        self.over = over
        self.copy = copy
    }
}

extension NotificationType {
    /// Fewer items than these leave a window one by one.
    public func minimumItems(of windowKey: String) -> Int {
        windowKey.hasPrefix("digest:") ? digest?.minItems ?? 2 : 2
    }

    /// Whether decisions about it look at what a user was pushed before.
    public var looksBack: Bool { digest != nil || throttle != nil }

    /// How many pushes of this type may wait before they become a summary; `nil` for one that stays single whatever waits.
    ///
    /// High and critical pushes are never summarised (I10).
    public func summaryLimit(at priority: Priority) -> Int? {
        individual || priority >= .high ? nil : summary?.over
    }
}
