/// How many entries a user's own settings and replies add to the audit log on one day, at most.
///
/// What happened to notifications is bounded by the notifications; switches can be changed as often as a user likes, and the
/// log is only appended to.
public struct UserEntryBudget: Sendable {
    /// Entries of one user on one day (UTC).
    public static let entries = 100
    /// Users who are counted at a time; beyond them counting starts again.
    private static let users = 200_000

    private struct Key: Hashable {
        var app: AppID
        var user: Int64
    }

    private var day = 0
    private var counts: [Key: Int] = [:]

    /// Nobody has used anything.
    public init() {}

    /// Counts an event; whether it becomes an entry.
    public mutating func admits(_ record: AuditRecord, at now: Timestamp) -> Bool {
        guard let user = record.user,
            [.preferencesChanged, .mutesChanged, .etaChanged, .replyReceived].contains(record.event.kind)
        else { return true }
        let today = Int(now.milliseconds / 86_400_000)
        if today != day || counts.count >= Self.users { (day, counts) = (today, [:]) }
        let key = Key(app: record.event.app, user: user)
        let used = counts[key, default: 0]
        guard used < Self.entries else { return false }
        counts[key] = used + 1
        return true
    }
}
