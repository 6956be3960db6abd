/// Everything Peal knows of one app: parsed once from its YAML file, valid ever after.
public struct Catalog: Sendable, Equatable {
    /// The app's name in keys, paths and tokens.
    public var app: AppID
    /// The app's display name.
    public var name: String
    /// Locales the copy exists in; the first is the default.
    public var locales: [String]
    /// The zone of users whose own is unknown (IANA name).
    public var timeZone: String
    /// What the app switched on.
    public var features = Features()
    /// Which links notifications may carry.
    public var links: LinkPolicy
    /// Providers in route order.
    public var providers: [ProviderID]
    /// The push services of the installation that read it, for rules that ask what one of them can do.
    public var installed: Providers
    /// Other names of priorities that triggers may use (C09).
    public var priorityAliases: [String: Priority] = [:]
    /// What preferences start as and reset to (I4).
    public var preferenceDefaults = ChannelSwitches()
    /// What pushes of a priority bypass, whatever their type says (R094).
    public var defaultBypass: [Bypass: Set<Priority>] = [:]
    /// What the badge counts.
    public var badge = BadgeRule.unseen
    /// What a muted thread does in the inbox.
    public var mute = MuteRules()
    /// When a notification counts as read.
    public var readOn = ReadRule.tap
    /// How urgently Android is asked to deliver, unless a type says otherwise.
    public var urgency = UrgencyPolicy.asPriority
    /// What the sounds of types are on each platform.
    public var sounds: [String: [Platform: PlatformSound]] = [:]
    /// How notifications look.
    public var appearance = Appearance()
    /// What is shown for a push that cannot be read.
    public var unreadable = UnreadablePush.standard
    /// The Android channels that the app declares; a type may also name one that it does not.
    public var androidChannels: [AndroidChannel] = []
    /// When clients ask for permission.
    public var permission = PermissionPolicy.standard
    /// How clients present a priority in each app state.
    public var presentation: [String: [Priority: String]] = [:]
    /// How long rows are kept.
    public var retention = Retention.standard
    /// When failed sends are tried again, unless a type says otherwise.
    public var retry = RetrySchedule.standard
    /// Whether throttled attempts use up retries, unless a type says otherwise.
    public var throttledRetry = ThrottledRetry.free
    /// What happens to a send whose answer was lost.
    public var onUnknown = UnknownPolicy.resend
    /// Quiet hours; `nil` when the app has none.
    public var quietHours: QuietHoursPolicy?
    /// Visible lengths that push copy is fitted to, in graphemes.
    public var budgets = CopyBudgets()
    /// After how long without contact a device is stale.
    public var staleAfter: Duration
    /// What senders may say in a stretch of the calendar.
    public var limits: [SenderLimit] = []
    /// When operators are alerted, where the app does not want the standard.
    public var alerts: [AlertSetting] = []
    /// Declared entity types.
    public var entities: [EntityTypeID: EntityDeclaration] = [:]
    /// Categories in file order.
    public var categories: [Category]
    /// Notification types in file order.
    public var types: [NotificationType]
    /// The version in force (1, 2, …); 0 before publishing.
    public var version = 0

    /// States what every app has; the rest is what an app gets that leaves it out.
    public init(
        app: AppID,
        name: String,
        locales: [String],
        timeZone: String,
        links: LinkPolicy,
        providers: [ProviderID],
        installed: Providers,
        staleAfter: Duration,
        categories: [Category],
        types: [NotificationType]
    ) {
        self.app = app
        self.name = name
        self.locales = locales
        self.timeZone = timeZone
        self.links = links
        self.providers = providers
        self.installed = installed
        self.staleAfter = staleAfter
        self.categories = categories
        self.types = types
    }

    /// What is known of the providers, in route order.
    public var routes: [ProviderTraits] { providers.compactMap { installed[$0] } }

    /// The type of that name.
    public func type(_ id: TypeID) -> NotificationType? {
        // By index: a closure over whole elements would copy each of them on the way.
        types.indices.first { types[$0].id == id }.map { types[$0] }
    }

    /// The category of that name.
    public func category(_ id: CategoryID) -> Category? {
        categories.indices.first { categories[$0].id == id }.map { categories[$0] }
    }

    /// The category with that key in the preference object.
    public func category(key: String) -> Category? { categories.first { $0.key == key } }

    /// The category that a client names: by its key in the preference object, by its name in notifications, or by its id.
    public func category(called name: String) -> Category? {
        category(key: name) ?? categories.first { $0.name == name } ?? category(CategoryID(name))
    }

    /// The priority of that name, or of that alias, in letters of any case (C09).
    public func priority(named name: String) -> Priority? {
        let name = name.lowercased()
        return Priority(rawValue: name) ?? priorityAliases.first { $0.key.lowercased() == name }?.value
    }

    /// Whether a push of a type and priority sounds although the device is set not to disturb (R094).
    public func bypassesDoNotDisturb(_ type: NotificationType, priority: Priority) -> Bool {
        type.bypass.contains(.deviceDnd) || defaultBypass[.deviceDnd]?.contains(priority) == true
    }

    /// When participants of events reply when they arrive; `nil` in an app without such replies.
    public var eta: EtaRules? { entities[EtaRules.entityType]?.eta }

    /// When types fire by themselves.
    public var schedules: [ScheduleRule] { types.indices.compactMap { types[$0].schedule } }

    /// The limits that count a type.
    public func limits(of type: TypeID) -> [SenderLimit] { limits.filter { $0.types.contains(type) } }

    /// The locale that copy is first looked for in.
    public var defaultLocale: String { locales.first ?? "en" }
}

/// What an app switched on.
public struct Features: Sendable, Equatable {
    /// Users have an inbox; otherwise rows exist hidden and inbox calls answer `feature-off`.
    public var inbox: Bool
    /// Notifications carry buttons.
    public var actions: Bool
    /// Quiet hours are observed.
    public var quietHours: Bool
    /// The `all` audience may be used.
    public var broadcast: Bool
    /// Notifications may carry images.
    public var richMedia: Bool

    /// Sets every switch.
    public init(
        inbox: Bool = true,
        actions: Bool = true,
        quietHours: Bool = true,
        broadcast: Bool = true,
        richMedia: Bool = false
    ) {
        self.inbox = inbox
        self.actions = actions
        self.quietHours = quietHours
        self.broadcast = broadcast
        self.richMedia = richMedia
    }
}

/// What the badge counts (C10).
public enum BadgeRule: String, Sendable, Codable {
    case unseen, unread
}

/// How long rows are kept (C22).
public struct Retention: Sendable, Equatable {
    /// Inbox rows.
    public var inbox: Duration
    /// Deliveries, traces and trigger data.
    public var deliveryLog: Duration
    /// Audit rows.
    public var audit: Duration
    /// What a specification or a law fixes for any of them, by its key: none may be shorter.
    public var atLeast: [String: Duration]

    /// What an app gets that sets none: 30 days, and 400 for audit rows.
    public static let standard = Retention(
        inbox: .seconds(30 * 86_400),
        deliveryLog: .seconds(30 * 86_400),
        audit: .seconds(400 * 86_400)
    )

    /// Sets the three clocks.
    public init(inbox: Duration, deliveryLog: Duration, audit: Duration, atLeast: [String: Duration] = [:]) {
        self.inbox = inbox
        self.deliveryLog = deliveryLog
        self.audit = audit
        self.atLeast = atLeast
    }

    /// The three clocks by their keys.
    public var clocks: [(key: String, kept: Duration)] {
        [("inbox", inbox), ("deliveryLog", deliveryLog), ("audit", audit)]
    }
}

/// What happens to a send whose answer was lost (C01).
public enum UnknownPolicy: String, Sendable, Codable {
    case resend, stop
}

/// Visible lengths in graphemes that push copy is fitted to (R111); `nil` sets no bound.
public struct CopyBudgets: Sendable, Equatable {
    /// Bound of the title.
    public var title: Int?
    /// Bound of the body.
    public var body: Int?
    /// Bounds of single platforms; what one leaves open follows the bounds above.
    public var platforms: [Platform: CopyBudget]

    /// Sets the bounds.
    public init(title: Int? = nil, body: Int? = nil, platforms: [Platform: CopyBudget] = [:]) {
        self.title = title
        self.body = body
        self.platforms = platforms
    }

    /// The bounds on a platform.
    public func on(_ platform: Platform) -> CopyBudget {
        let own = platforms[platform]
        return CopyBudget(title: own?.title ?? title, body: own?.body ?? body)
    }
}

/// Visible lengths on one platform.
public struct CopyBudget: Sendable, Equatable {
    /// Bound of the title.
    public var title: Int?
    /// Bound of the body.
    public var body: Int?

    /// Sets both bounds.
    public init(title: Int? = nil, body: Int? = nil) {
        self.title = title
        self.body = body
    }
}

/// A declared entity type.
public struct EntityDeclaration: Sendable, Equatable {
    /// The type its parent must have.
    public var parent: EntityTypeID?
    /// Roles its members may have; empty allows any.
    public var roles: [String]
    /// Statuses it may be in; empty allows any.
    public var statuses: [String]
    /// Statuses its members may have; empty allows any (R058).
    public var memberStatuses: [String]
    /// Names of its times.
    public var times: [String]
    /// When its members say when they arrive; `nil` when they do not.
    public var eta: EtaRules?

    /// Declares an entity type.
    public init(
        parent: EntityTypeID? = nil,
        roles: [String] = [],
        statuses: [String] = [],
        memberStatuses: [String] = [],
        times: [String] = [],
        eta: EtaRules? = nil
    ) {
        self.parent = parent
        self.roles = roles
        self.statuses = statuses
        self.memberStatuses = memberStatuses
        self.times = times
        self.eta = eta
    }
}
