/// The sender limits one trigger is held to, with what it takes to know their windows (R160).
public struct LimitCheck: Sendable {
    /// The limits that count its type.
    public var limits: [SenderLimit]
    /// The app's zone.
    public var appZone: ZoneRules
    /// The rules of a zone; `nil` for an unknown name.
    public var zone: @Sendable (String) -> ZoneRules?

    /// Checks limits by the calendars of some zones.
    public init(limits: [SenderLimit], appZone: ZoneRules, zone: @escaping @Sendable (String) -> ZoneRules?) {
        self.limits = limits
        self.appZone = appZone
        self.zone = zone
    }
}
