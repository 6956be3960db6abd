import PealCore

extension FactReader {
    /// Whose device a token belongs to; `nil` when no active one.
    func owner(_ hash: [UInt8], provider: ProviderID, app: AppID) throws -> UserID? {
        try devices.first {
            $0.tokenHash == hash && $0.provider == provider && $0.app == app && $0.state == "active"
        }?.user
    }

    /// Rows a user has not seen and not read, counted one by one.
    func unseen(_ person: Person) throws -> (unseen: Int, unread: Int) {
        let rows = try notifications.filter { $0.person == person && $0.isShown }
        return (rows.count { $0.seenAt == nil }, rows.count { $0.readAt == nil })
    }

    /// The zone a user chose, which no device moves.
    func statedZone(_ person: Person) throws -> String? { try choices(of: person).timeZone?.value }

    /// A user's zone: the chosen one, that of the device seen last, or the one that the backend put.
    func zone(_ person: Person) throws -> String? {
        if let stated = try statedZone(person) { return stated }
        return try devices.filter {
            $0.user == person.user && $0.app == person.app && $0.state == "active" && $0.timeZone != nil
        }.max { $0.lastSeenAt < $1.lastSeenAt }?.timeZone
            ?? users.first { $0.id == person.user && $0.app == person.app }?.timeZone
    }

    /// What a user chose of quiet hours.
    func choices(of person: Person) throws -> Preferences.QuietChoices {
        try preferences.first { $0.person == person }?.choices.quietHours ?? Preferences.QuietChoices()
    }
}
