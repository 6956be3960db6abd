import PealCore

extension FactReader {
    /// Whose device a token belongs to; `nil` when no active one.
    func owner(_ hash: [UInt8], provider: ProviderID, app: AppID) throws -> UserID? {
        try devices.first {
            $0.tokenHash == hash && $0.provider == provider && $0.app == app && $0.state == "active"
        }?.user
    }

    /// Rows a user has not seen and not read, counted one by one.
    func unseen(_ userKey: UserKey) throws -> (unseen: Int, unread: Int) {
        let rows = try notifications.filter { $0.userKey == userKey && $0.isShown }
        return (rows.count { $0.seenAt == nil }, rows.count { $0.readAt == nil })
    }

    /// The zone a user chose, which no device moves.
    func statedZone(_ userKey: UserKey) throws -> String? { try choices(of: userKey).timeZone?.value }

    /// A user's zone: the chosen one, that of the device seen last, or the one that the backend put.
    func zone(_ userKey: UserKey) throws -> String? {
        if let stated = try statedZone(userKey) { return stated }
        return try devices.filter {
            $0.user == userKey.user && $0.app == userKey.app && $0.state == "active" && $0.timeZone != nil
        }.max { $0.lastSeenAt < $1.lastSeenAt }?.timeZone
            ?? users.first { $0.id == userKey.user && $0.app == userKey.app }?.timeZone
    }

    /// What a user chose of quiet hours.
    func choices(of userKey: UserKey) throws -> Preferences.QuietChoices {
        try preferences.first { $0.userKey == userKey }?.choices.quietHours ?? Preferences.QuietChoices()
    }
}
