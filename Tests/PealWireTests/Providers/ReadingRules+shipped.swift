import PealWire

/// Most tests are not about push services: they read with those that are shipped.
extension ReadingRules {
    init(refusesUnknownMembers: Bool, zoneExists: @escaping @Sendable (String) -> Bool) {
        self.init(refusesUnknownMembers: refusesUnknownMembers, providers: .shipped, zoneExists: zoneExists)
    }
}
