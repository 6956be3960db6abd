import PealCore
import PealStore

/// What users were pushed lately, read once a round and kept up with what the round decides.
///
/// Decisions that look back are made by one loop, one after another: so caps hold however many triggers are due at once.
struct PushHistories {
    private var histories: [UserKey: PushHistory] = [:]

    /// A user of an app.
    struct UserKey: Hashable {
        var app: AppID
        var user: UserID
    }

    /// What a user was pushed; nothing for one who was not read.
    subscript(user: UserKey) -> PushHistory { histories[user] ?? PushHistory() }

    /// Adds a decision.
    mutating func note(_ decision: Decision, of type: NotificationType, by user: UserKey, at now: Timestamp) {
        histories[user, default: PushHistory()].note(decision, of: type, at: now)
    }

    /// Reads the histories of users who are to be decided about.
    mutating func read(
        _ users: Set<UserID>,
        app: AppID,
        needs: HistoryNeeds,
        from store: any FanOutStore,
        now: Timestamp
    ) async throws {
        for (user, history) in try await store.histories(of: users, app: app, needs: needs, now: now) {
            histories[UserKey(app: app, user: user)] = history
        }
    }
}
