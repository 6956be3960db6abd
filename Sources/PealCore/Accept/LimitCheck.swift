/// The sender limits one trigger is held to, with what it takes to know their windows (R160).
public struct LimitCheck: Sendable {
    /// The limits that count its type.
    public var limits: [SenderLimit]
    /// The app's zone.
    public var appZone: Zone
    /// A zone by its name; `nil` for an unknown name.
    public var zone: @Sendable (String) -> Zone?

    /// Checks limits by the calendars of some zones.
    public init(limits: [SenderLimit], appZone: Zone, zone: @escaping @Sendable (String) -> Zone?) {
        self.limits = limits
        self.appZone = appZone
        self.zone = zone
    }
}
