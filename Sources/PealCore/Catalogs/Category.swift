/// What a user can switch on and off.
public struct Category: Sendable, Equatable {
    /// The name in the catalog.
    public var id: CategoryID
    /// The name in the preference object, for example `eventReminders`.
    public var key: String
    /// The name in `Notification.category`, for example `event-reminder`.
    public var name: String
    /// The title on the settings screen, per locale.
    public var title: LocalizedText
    /// The explanation on the settings screen, per locale.
    public var description: LocalizedText
    /// The icon's name for clients.
    public var icon: String
    /// Whether it appears in the preference object.
    public var adjustable: Bool
    /// What its channels start as and reset to.
    public var defaults: ChannelSwitches
    /// For which users it cannot be switched off (C08).
    public var mandatory: MandatoryRule
    /// What its switch turns off.
    public var toggle: CategoryToggle

    /// Declares a category.
    public init(
        id: CategoryID,
        key: String,
        name: String,
        title: LocalizedText,
        description: LocalizedText,
        icon: String,
        adjustable: Bool,
        defaults: ChannelSwitches,
        mandatory: MandatoryRule,
        toggle: CategoryToggle = .all
    ) {
        self.id = id
        self.key = key
        self.name = name
        self.title = title
        self.description = description
        self.icon = icon
        self.adjustable = adjustable
        self.defaults = defaults
        self.mandatory = mandatory
        self.toggle = toggle
    }
}

extension Category {
    /// Whether a channel stays on where the category is mandatory: push and the inbox always, a further channel where the
    /// category has it on; e-mail remains the choice of users.
    public func keepsOn(_ channel: Channel) -> Bool {
        switch channel {
        case .push, .inApp: true
        case .email: false
        default: defaults[channel]
        }
    }
}

/// For which users a category cannot be switched off.
public enum MandatoryRule: Sendable, Equatable {
    /// Everybody may switch it off.
    case never
    /// Nobody may.
    case always
    /// Nobody who has one of these roles may: as a role of their own, or in an entity of one of the types (of any type
    /// when none is named).
    case roles(Set<String>, of: Set<EntityTypeID> = [])

    /// Whether it binds a user with these roles.
    public func binds(_ held: HeldRoles) -> Bool {
        switch self {
        case .never: false
        case .always: true
        case .roles: !binding(held).isEmpty
        }
    }

    /// The roles of a user that it binds by.
    public func binding(_ held: HeldRoles) -> Set<String> {
        guard case .roles(let roles, let types) = self else { return [] }
        return roles.intersection(held.roles(in: types))
    }
}

/// What the switch of a category turns off.
public enum CategoryToggle: String, Sendable, Codable, CaseIterable {
    /// Pushes and e-mails; the inbox follows its own channel (S0.AC1.3).
    case push
    /// All channels.
    case all
}
