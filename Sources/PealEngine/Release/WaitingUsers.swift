import Logging
import PealCore
import PealStore

/// The users whose pushes waited, as of now, and what they were pushed lately: read for many at once.
struct WaitingUsers {
    var histories = PushHistories()
    private let dependencies: DecisionDependencies
    private var snapshots: [PushHistories.UserKey: RecipientSnapshot] = [:]

    init(_ dependencies: DecisionDependencies) { self.dependencies = dependencies }

    /// A user; `nil` when what is stored about them cannot be read.
    subscript(user: PushHistories.UserKey) -> RecipientSnapshot? { snapshots[user] }

    /// Reads users, each with a type whose rules decide about them.
    mutating func read(_ waiting: [(user: PushHistories.UserKey, type: NotificationType)], now: Timestamp) async throws
    {
        for (app, group) in Dictionary(grouping: waiting, by: \.user.app) {
            var ask = Ask(app: app, now: now)
            var types: Set<TypeID> = []
            for (_, type) in group where types.insert(type.id).inserted {
                ask.needs.add(type)
                ask.ownedTypes.formUnion(type.ownedTypes)
            }
            try await read(Array(Set(group.map(\.user.user)))[...], ask)
        }
    }

    private struct Ask {
        var app: AppID
        var now: Timestamp
        var needs = HistoryNeeds()
        var ownedTypes: Set<EntityTypeID> = []
    }

    /// Where a damaged row is in the way, fewer and fewer are read: it keeps nobody else waiting.
    private mutating func read(_ users: ArraySlice<UserID>, _ ask: Ask) async throws {
        do {
            let found = try await dependencies.store.snapshots(of: Set(users), app: ask.app, ownedTypes: ask.ownedTypes)
            try await histories.read(Set(users), app: ask.app, needs: ask.needs, from: dependencies.store, now: ask.now)
            for (user, snapshot) in found { snapshots[PushHistories.UserKey(app: ask.app, user: user)] = snapshot }
        } catch let error as StoreError where error.code == .corrupt {
            guard users.count > 1 else {
                dependencies.metrics.loopErrors.increment()
                dependencies.logger.error(
                    "cannot read a user whose pushes are waiting",
                    metadata: ["app": "\(ask.app)", "error": "\(error)"]
                )
                return
            }
            let half = users.count / 2
            try await read(users.prefix(half), ask)
            try await read(users.dropFirst(half), ask)
        }
    }
}
