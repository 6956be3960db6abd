/// A kind of notification, as its catalog declares it.
public struct NotificationType: Sendable, Equatable {
    /// The name in triggers.
    public var id: TypeID
    /// Off: triggers are accepted and everyone is suppressed with `type-disabled`.
    public var enabled = true
    /// Whether its pushes show nothing and only tell the app to fetch the inbox (R134).
    public var silent = false
    /// The category users switch.
    public var category: CategoryID
    /// The audience when the trigger names none.
    public var defaultAudience: Audience?
    /// Audiences a trigger may ask for (C21).
    public var allowedAudiences: Set<AudienceKind>
    /// How many users a trigger may name; `nil` is any number.
    public var audienceLimit: Int?
    /// Whether the actor hears of it too.
    public var includeActor = false
    /// Roles of which an actor who is a user needs one; empty asks for none.
    public var actorRoles: Set<String> = []
    /// Whether an actor cannot name themself as the recipient: nobody approves what is their own.
    public var forbidsOwnSubject = false
    /// How urgent it is.
    public var priority: PriorityRule
    /// A condition on the whole type; recipients that fail it are suppressed with `actor-rule`.
    public var condition: Condition?
    /// The title per locale.
    public var title: LocalizedTemplate
    /// The body per locale.
    public var body: LocalizedTemplate
    /// Where a tap leads.
    public var link: Template
    /// What a user mutes and clears together, for example one conversation.
    public var thread: Template?
    /// What a device groups by; `nil` groups by the thread.
    public var group: Template?
    /// The sound's name; `nil` is silent.
    public var sound: String?
    /// The vibration pattern's name.
    public var vibration: String?
    /// The Android notification channel.
    public var androidChannel: String?
    /// The iOS category.
    public var iosCategory: String?
    /// A picture to show with it, where the app has rich media; names the entity and its parent at most.
    public var image: Template?
    /// What an Android lock screen shows; `nil` leaves it to the platform, which hides.
    public var visibility: LockScreenVisibility?
    /// How clients show it in every state of the app; `nil` follows its priority.
    public var presentation: String?
    /// How urgently Android is asked to deliver; `nil` follows the app.
    public var urgency: UrgencyPolicy?
    /// The buttons, most important first.
    public var actions: [ActionDeclaration] = []
    /// How long it is worth delivering.
    public var ttl: Duration
    /// The collapse key: a later push with the same key replaces an earlier one.
    public var collapse: Template?
    /// At most one trigger per claim.
    public var dedupe: DedupeRule?
    /// What it passes by.
    public var bypass: Set<Bypass> = []
    /// What it passes by for recipients that fit a condition.
    public var conditionalBypass: [Bypass: Condition] = [:]
    /// The operating systems of devices that get its pushes.
    public var platforms = Set(Platform.allCases)
    /// Platforms whose devices get its pushes alone, of a user who has one there that may show them; empty prefers none.
    public var preferredPlatforms: Set<Platform> = []
    /// A capability a device must have granted (R018).
    public var requiredCapability: String?
    /// What it asks of the entity; `nil` is one where texts or links name it, known or not.
    public var entityRequirement: EntityRequirement?
    /// Whether the inbox row becomes an alert when the push cannot be delivered (R147).
    public var fallback = Fallback.none
    /// When failed sends are tried again; `nil` follows the app.
    public var retry: RetrySchedule?
    /// Whether throttled attempts use up retries; `nil` follows the app.
    public var throttledRetry: ThrottledRetry?
    /// What happens to a send whose answer was lost; `nil` follows the app.
    public var onUnknown: UnknownPolicy?
    /// What happens in quiet hours; `nil` follows the app.
    public var quietAction: QuietAction?
    /// How long a push waits for a user who is using the app; `nil` never.
    public var delayWhileActive: PresenceDelay?
    /// Collects a user's pushes of this type into digests.
    public var digest: DigestRule?
    /// Bounds a user's pushes of this type.
    public var throttle: ThrottleRule?
    /// Summarises the pushes of a user who has many waiting.
    public var summary: SummaryRule?
    /// Whether it is never digested (R159).
    public var individual = false
    /// Whether it waits while an earlier push about the same entity is retried.
    public var isOrdered = false
    /// Types whose pushes that still wait it makes out of date, about the same entity.
    public var supersedes: Set<TypeID> = []
    /// What it ends, about the same entity: pushes that wait are not sent, devices clear those they show, and alerts are not
    /// pinned any more; `nil` ends nothing.
    public var resolves: ResolveRule?
    /// Whether a device that was off, and confirms what it receives, is sent it once more (R146).
    public var isRedelivered = false
    /// When it fires by itself; `nil` is never.
    public var schedule: ScheduleRule?
    /// Why users get it, in a sentence fit for them; `nil` says what its category is.
    public var why: LocalizedText?
    /// Declared variables.
    public var variables: [VariableDeclaration] = []

    /// States what every type has; the rest is what a catalog gets that leaves it out.
    public init(
        id: TypeID,
        category: CategoryID,
        allowedAudiences: Set<AudienceKind>,
        priority: PriorityRule,
        title: LocalizedTemplate,
        body: LocalizedTemplate,
        link: Template,
        ttl: Duration
    ) {
        self.id = id
        self.category = category
        self.allowedAudiences = allowedAudiences
        self.priority = priority
        self.title = title
        self.body = body
        self.link = link
        self.ttl = ttl
    }
}

/// How urgent a type is.
public struct PriorityRule: Sendable, Equatable {
    /// The urgency when no rule matches and the trigger does not say.
    public var fallback: Priority
    /// Looked at in order; the first that matches the recipient decides (R100).
    public var rules: [Rule]
    /// Whether the trigger may name it (C09).
    public var variable: Bool

    /// One conditional urgency.
    public struct Rule: Sendable, Equatable {
        /// When it applies.
        public var condition: Condition
        /// The urgency then.
        public var priority: Priority

        /// Gives a priority where a condition holds.
        public init(condition: Condition, priority: Priority) {
            self.condition = condition
            self.priority = priority
        }
    }

    /// The most urgent it can be for any recipient, of a trigger that names one or none.
    public func urgency(named: Priority? = nil) -> Priority {
        rules.reduce(named ?? fallback) { max($0, $1.priority) }
    }

    /// Sets the rule.
    public init(fallback: Priority, rules: [Rule] = [], variable: Bool = false) {
        self.fallback = fallback
        self.rules = rules
        self.variable = variable
    }
}

/// A condition of the catalog; there is no expression language (design §3).
public indirect enum Condition: Sendable, Equatable {
    /// The recipient has one of these roles, their own or of any membership.
    case recipientRole(Set<String>)
    /// The actor is one of these kinds.
    case actorKind(Set<ActorType>)
    /// The recipient owns an entity of the type, in one of the statuses unless the set is empty.
    case recipientOwns(EntityTypeID, status: Set<String>)
    /// A variable of the trigger has exactly this value.
    case data(name: String, value: JSONValue)
    /// Every part holds.
    case all([Condition])
    /// At least one part holds.
    case any([Condition])
}

/// At most one trigger per claim key and window (C15).
public struct DedupeRule: Sendable, Equatable {
    /// The claim key.
    public var key: Template
    /// How long a claim holds; `nil` is for ever.
    public var window: Duration?
    /// Whether the trigger must carry a `transition` (R154).
    public var needsTransition: Bool

    /// Sets the rule.
    public init(key: Template, window: Duration?, needsTransition: Bool) {
        self.key = key
        self.window = window
        self.needsTransition = needsTransition
    }
}

/// Whether an undeliverable push becomes an alert in the inbox (C04).
public enum Fallback: String, Sendable, Codable {
    case inApp, none
}

/// A variable of a type.
public struct VariableDeclaration: Sendable, Equatable {
    /// The name in templates and in the trigger's `data`.
    public var name: String
    /// What values it takes.
    public var type: VariableType
    /// A valid value, as JSON.
    public var example: JSONValue
    /// Whether a trigger may leave it out.
    public var optional: Bool
    /// What texts show when it is left out; `nil` is nothing.
    public var defaultText: LocalizedText?
    /// Whether it is personal and erased with the user.
    public var personal: Bool
    /// Whether, where a trigger omits it, it is the name of the other one of the entity's two members.
    public var isOtherMember = false

    /// Declares a variable.
    public init(
        name: String,
        type: VariableType,
        example: JSONValue,
        optional: Bool,
        defaultText: LocalizedText? = nil,
        personal: Bool
    ) {
        self.name = name
        self.type = type
        self.example = example
        self.optional = optional
        self.defaultText = defaultText
        self.personal = personal
    }
}

/// What values a variable takes (closed list).
public enum VariableType: String, Sendable, Codable, CaseIterable {
    case string, text, integer, number, boolean, instant, date, duration, money
}
