public import PealCore

/// Reads the facts that cancels, withdrawals and retractions are planned from.
public protocol CancelStore: Sendable {
    /// A trigger as a cancel sees it; `nil` when the app has none by that identifier.
    func cancelFacts(of trigger: TriggerID, app: AppID) async throws -> CancelFacts?

    /// The next recipients that were decided about, by user, after one.
    func pushes(of trigger: TriggerID, app: AppID, after user: UserID, limit: Int) async throws -> [RecipientPush]

    /// Triggers with a cancel key, by identifier: after one, up to another.
    func triggers(
        withCancelKey key: String,
        app: AppID,
        after last: TriggerID?,
        upTo newest: TriggerID,
        limit: Int
    ) async throws -> [TriggerID]

    /// The newest trigger with a cancel key, by identifier.
    func newestTrigger(withCancelKey key: String, app: AppID) async throws -> TriggerID?

    /// A cancel that has recipients left to look at; `nil` when every cancel is complete.
    func openCancel() async throws -> OpenCancel?

    /// The first withdrawals that are not complete, of one app or of all.
    func openWithdrawals(app: AppID?, limit: Int) async throws -> [WithdrawalFacts]

    /// The next recipients of a trigger that is withdrawn, by user, after one.
    func withdrawalRecipients(of trigger: TriggerID, app: AppID, after user: UserID, limit: Int) async throws
        -> [WithdrawalRecipient]

    /// A retraction that goes on in steps and is not complete, of one app or of all.
    func openRetraction(app: AppID?) async throws -> OpenRetraction?

    /// A deleted entity whose triggers are not all looked at, of one app or of all.
    func openDeletion(app: AppID?) async throws -> OpenDeletion?

    /// The next triggers about an entity, by identifier: after one, up to another; of some types, or of all where none is named.
    func triggers(
        about entity: EntityRef,
        types: Set<TypeID>,
        app: AppID,
        after last: TriggerID?,
        upTo newest: TriggerID,
        limit: Int
    ) async throws -> [EntityTrigger]

    /// The next recipients of a trigger whose inbox rows it retracts, by user, after one.
    func retractions(of trigger: TriggerID, app: AppID, after user: UserID, limit: Int) async throws
        -> [RetractionFacts]
}

extension CancelStore {
    /// The next triggers about an entity, of any type.
    public func triggers(
        about entity: EntityRef,
        app: AppID,
        after last: TriggerID?,
        upTo newest: TriggerID,
        limit: Int
    ) async throws -> [EntityTrigger] {
        try await triggers(about: entity, types: [], app: app, after: last, upTo: newest, limit: limit)
    }
}

/// A cancel that has recipients left to look at.
public struct OpenCancel: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The trigger.
    public var trigger: TriggerID
    /// When it was cancelled.
    public var at: Timestamp

    /// Joins the parts.
    public init(app: AppID, trigger: TriggerID, at: Timestamp) {
        self.app = app
        self.trigger = trigger
        self.at = at
    }
}

/// A retraction of a trigger's inbox rows that goes on in steps.
public struct OpenRetraction: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The trigger.
    public var trigger: TriggerID
    /// The last user whose row was looked at, empty before the first.
    public var cursor: UserID
    /// When it began.
    public var at: Timestamp
    /// Whether users who were reminded are known, who keep their rows: they are not reminded again.
    public var keepsReminded: Bool

    /// Joins the parts.
    public init(app: AppID, trigger: TriggerID, cursor: UserID, at: Timestamp, keepsReminded: Bool = false) {
        self.app = app
        self.trigger = trigger
        self.cursor = cursor
        self.at = at
        self.keepsReminded = keepsReminded
    }
}
