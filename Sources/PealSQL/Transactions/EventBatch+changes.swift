import PealCore

/// The events that several changes leave in the same way.
extension EventBatch {
    /// An entity was put, and planned by the schedules that follow its type.
    mutating func add(entity: EntityRef, by rules: [ScheduleRule], app: AppID) {
        add(.entityChanged, app: app, .entity(entity))
        if rules.contains(where: { $0.entity == entity.type }) { add(.schedulePlanned, app: app, .entity(entity)) }
    }

    /// A recipient was decided about.
    mutating func add(decided new: NewNotification, app: AppID) {
        let kind: EventKind =
            switch new.decision.push {
            case .send: .notificationPushed
            case .hold: .notificationHeld
            case .digest: .notificationDigested
            case .suppress: .notificationSuppressed
            }
        add(kind, app: app, user: new.userID, .notification(new.id))
    }

    /// A push that waited was decided again.
    mutating func add(released: ReleasedNotification, _ db: SQLConnection) throws {
        let kind: EventKind =
            switch released.decision.push {
            case .send: .pushReleased
            case .hold, .digest: .pushPostponed
            case .suppress: .pushEnded
            }
        let detail = kind == .pushReleased ? EventDetail.at(released.at) : .none
        add(kind, app: released.app, user: released.userID, .notification(released.id), detail)
        if released.decision.isAlert { try addAlert(released.id, of: released.userID, app: released.app, db) }
    }

    /// A notification in a user's inbox became an alert.
    mutating func addAlert(_ id: NotificationID, of user: UserID, app: AppID, _ db: SQLConnection) throws {
        add(.alertRaised, app: app, user: user, .notification(id))
        try addInbox(of: user, app: app, db)
    }

    /// What a user's inbox shows has changed.
    mutating func addInbox(of user: UserID, app: AppID, _ db: SQLConnection) throws {
        let version = try db.value(
            Int.self,
            "SELECT version FROM badge WHERE app = ? AND user_id = ?",
            [app.bound, user.rawValue]
        )
        add(.inboxChanged, app: app, user: user, .inbox(badgeVersion: version ?? 0))
    }
}
