/// What a user chose; everything absent follows the catalog (R070–R082).
public struct Preferences: Sendable, Equatable, Codable {
    /// A value with the instant it was chosen at: the later choice wins, field by field (R080).
    public struct Choice<Value: Sendable & Equatable & Codable>: Sendable, Equatable, Codable {
        /// What was chosen; `nil` follows the catalog since that instant, and earlier choices that arrive later lose.
        public var value: Value?
        /// When.
        public var at: Timestamp

        /// Joins both parts.
        public init(_ value: Value?, at: Timestamp) {
            self.value = value
            self.at = at
        }
    }

    /// Choices within one category.
    public struct CategoryChoices: Sendable, Equatable, Codable {
        /// The whole category.
        public var enabled: Choice<Bool>?
        /// Single channels, by name.
        public var channels: [String: Choice<Bool>]

        /// Joins both parts.
        public init(enabled: Choice<Bool>? = nil, channels: [String: Choice<Bool>] = [:]) {
            self.enabled = enabled
            self.channels = channels
        }
    }

    /// Choices about quiet hours.
    public struct QuietChoices: Sendable, Equatable, Codable {
        /// Whether they are observed.
        public var enabled: Choice<Bool>?
        /// The first quiet minute.
        public var start: Choice<LocalTime>?
        /// The first minute after.
        public var end: Choice<LocalTime>?
        /// The zone they are in (IANA name).
        public var timeZone: Choice<String>?

        /// Joins the parts.
        public init(
            enabled: Choice<Bool>? = nil,
            start: Choice<LocalTime>? = nil,
            end: Choice<LocalTime>? = nil,
            timeZone: Choice<String>? = nil
        ) {
            self.enabled = enabled
            self.start = start
            self.end = end
            self.timeZone = timeZone
        }

        /// The window: each end that was not chosen is the app's.
        public func window(of policy: QuietHoursPolicy) -> QuietWindow {
            QuietWindow(start: start?.value ?? policy.window.start, end: end?.value ?? policy.window.end)
        }
    }

    /// Global switches by channel name (R071).
    public var global: [String: Choice<Bool>]
    /// Choices by category.
    public var categories: [CategoryID: CategoryChoices]
    /// Quiet hours.
    public var quietHours: QuietChoices
    /// Counts every change.
    public var version: Int
    /// When anything last changed.
    public var updatedAt: Timestamp?
    /// When every choice was last forgotten (R077): what was chosen before that, on a device that was offline, stays so.
    public var resetAt: Timestamp?

    /// Joins the parts; without any, everything follows the catalog.
    public init(
        global: [String: Choice<Bool>] = [:],
        categories: [CategoryID: CategoryChoices] = [:],
        quietHours: QuietChoices = QuietChoices(),
        version: Int = 0,
        updatedAt: Timestamp? = nil,
        resetAt: Timestamp? = nil
    ) {
        self.global = global
        self.categories = categories
        self.quietHours = quietHours
        self.version = version
        self.updatedAt = updatedAt
        self.resetAt = resetAt
    }
}

extension Preferences {
    /// The global switch of a channel.
    public func globalSwitch(_ channel: Channel, defaults: ChannelSwitches) -> Bool {
        global[channel.rawValue]?.value ?? defaults[channel]
    }

    /// The switch of a whole category.
    public func isEnabled(_ category: Category) -> Bool {
        categories[category.id]?.enabled?.value ?? true
    }

    /// The switch of a channel within a category.
    public func channelSwitch(_ channel: Channel, in category: Category) -> Bool {
        categories[category.id]?.channels[channel.rawValue]?.value ?? category.defaults[channel]
    }
}
