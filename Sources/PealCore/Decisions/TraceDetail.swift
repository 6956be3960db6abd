extension Trace {
    /// What an entry says in addition to its stage, outcome and reason: facts for the sentence about it.
    public enum Detail: Sendable, Hashable {
        /// The catalog in force no longer has the type.
        case typeRemoved
        /// Who made it happen, where the type's rule refuses that kind of actor.
        case actor(ActorType)
        /// How the trigger named its recipients.
        case audience(AudienceKind)
        /// The user's roles that make the category mandatory.
        case roles([String])
        /// Push is on, and the inbox is off.
        case inAppOff
        /// The channels that the user switched off.
        case channels([Channel])
        /// What the user muted.
        case mute(Mute.Scope)
        /// How many devices.
        case devices(Int)
        /// How many active devices no configured provider serves.
        case unservedDevices(Int)
        /// The capability that the type requires.
        case capability(String)
        /// The user is active in the app.
        case userActive
        /// The user is looking at this thread, the one of the notification.
        case viewing(String)
        /// The quiet hours, and the time zone they are in.
        case quietHours(QuietWindow, zone: String)
        /// Which push of the throttle's limit it is.
        case push(Int, of: Int)
        /// The throttle's limit: so many pushes in any time of this length.
        case limit(Int, per: Duration)
        /// Individual and critical notifications are not digested.
        case individual
        /// The sender's limit is reached.
        case senderLimit
        /// The rendered key of the digest.
        case digestKey(String)
        /// It opened the digest.
        case firstOfDigest
        /// How many notifications a digest or summary counts.
        case notifications(Int)
        /// The notification is pinned in the inbox until acknowledged.
        case alert
        /// No device confirmed the push before it expired: pinned in the inbox until acknowledged.
        case unconfirmed
        /// What change of its entity withdrew the firing.
        case revoked(FiringReason)
        /// The entry is about this channel and not about push and the inbox.
        case channel(Channel)
    }
}

extension Trace.Step {
    /// The channel it is about; `nil` for one about push and the inbox.
    public var channel: Channel? { if case .channel(let channel) = detail { channel } else { nil } }
}
