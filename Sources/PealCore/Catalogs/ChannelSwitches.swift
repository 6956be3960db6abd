/// One switch per channel.
public struct ChannelSwitches: Sendable, Equatable {
    /// Pushes to devices.
    public var push: Bool
    /// E-mail.
    public var email: Bool
    /// The inbox.
    public var inApp: Bool
    /// Further channels; one that is not among them is off.
    public var others: [Channel: Bool]

    /// Sets each switch.
    public init(push: Bool = true, email: Bool = false, inApp: Bool = true, others: [Channel: Bool] = [:]) {
        self.push = push
        self.email = email
        self.inApp = inApp
        self.others = others
    }

    /// Asks for each switch.
    /// - Parameters:
    ///   - others: the further channels.
    ///   - isOn: whether a channel is on.
    public init(others: [Channel], _ isOn: (Channel) -> Bool) {
        self.init(push: isOn(.push), email: isOn(.email), inApp: isOn(.inApp))
        for channel in others { self[channel] = isOn(channel) }
    }

    /// The switches where nothing is said about any.
    public init(of channels: Channels) {
        self.init()
        for traits in channels.all { self[traits.id] = traits.isOnByDefault }
    }

    /// The switch of a channel.
    public subscript(channel: Channel) -> Bool {
        get {
            switch channel {
            case .push: push
            case .email: email
            case .inApp: inApp
            default: others[channel] ?? false
            }
        }
        set {
            switch channel {
            case .push: push = newValue
            case .email: email = newValue
            case .inApp: inApp = newValue
            default: others[channel] = newValue
            }
        }
    }

    /// All of them: push, e-mail, the inbox, then the others by name.
    public var all: [(channel: Channel, isOn: Bool)] {
        [(.push, push), (.email, email), (.inApp, inApp)]
            + others.sorted { $0.key.rawValue < $1.key.rawValue }.map { (channel: $0.key, isOn: $0.value) }
    }
}
