import PealCore

/// Writes how digest windows close.
struct WindowChanges {
    var window: DueWindow

    private var app: AppID { window.app }
    private func key(at instant: Timestamp) -> [SQLValue] {
        [app.bound, window.userID.rawValue, window.windowKey, instant.milliseconds]
    }

    private static let waiting =
        "app = ?1 AND user_id = ?2 AND digest_window = ?3 AND \(PartialIndex.digested.condition) AND held_until <= ?4"

    /// Ends the items of the window, unless they are not those that were read.
    func close(_ closed: ClosedWindow, _ events: inout EventBatch, _ db: SQLConnection) throws {
        let items = try DigestWindowRows.items(of: window, at: closed.at, db)
        guard items == window.items else { throw GuardFailed() }
        if var representative = closed.representative {
            representative.from = .digested
            try DecisionChanges(app: app).redecide(representative, &events, db)
        }
        if closed.isClosed {
            let representative = closed.representative.map { Event.Subject.notification($0.id) }
            events.add(.digestClosed, app: app, user: window.userID, representative ?? .none)
        }
        for ending in closed.endings { try end(ending, closed, db) }
    }

    private func end(_ ending: DigestEnding, _ closed: ClosedWindow, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE notification SET push = ?6, held_until = NULL, digest_id = ?5, push_reason = ?7, trace = trace || ?8
            WHERE \(Self.waiting) AND NOT (id {same} ?5)
                AND \(NotificationFacts.isResolved("notification")) = (?9 = 1) AND (expires_at <= ?4) = (?10 = 1)
                AND push_reason {same} ?11
            """,
            key(at: closed.at) + [
                closed.representative?.id.blob, ending.state.stored, ending.reason.rawValue, ending.trace.encoded,
                ending.worth.isResolved ? 1 : 0, ending.worth.isExpired ? 1 : 0, ending.worth.stopReason?.rawValue,
            ]
        )
    }

    /// Moves the window with what was pushed when it opened: what comes meanwhile finds it open and joins it.
    func postpone(dueAt now: Timestamp, until instant: Timestamp, _ db: SQLConnection) throws {
        let moved = try db.run(
            "UPDATE notification SET digest_until = ?5, held_until = ?5 WHERE \(Self.waiting)",
            key(at: now) + [instant.milliseconds]
        )
        guard moved > 0 else { return }
        try db.run(
            """
            UPDATE notification SET digest_until = ?5
            WHERE app = ?1 AND user_id = ?2 AND digest_window = ?3 AND digest_until = ?4 AND pushed_at IS NOT NULL
            """,
            key(at: window.closesAt) + [instant.milliseconds]
        )
    }
}
