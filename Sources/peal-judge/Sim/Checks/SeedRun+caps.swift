import GRDB
import PealCore

/// Caps over a whole run.
extension SeedRun {
    /// One push a window and person, two where the first goes at once; no sender over their limit.
    func checkCaps(_ life: Life) throws {
        for app in world.apps {
            for type in app.catalog.types {
                guard let digest = type.digest else { continue }
                let promise = RowPromise.digest(pushes: digest.edge == .leading ? 2 : 1)
                let found = try life.view.finding(promise.sql, [app.id.rawValue, "digest:\(type.id):"])
                if let found { return fail(promise.name, found) }
            }
            for limit in app.catalog.limits where limit.scope == .actor && limit.per == .day && limit.zone == .app {
                try check(limit, of: app, life)
            }
        }
    }

    /// Counts an actor's triggers of each day anew, by Foundation's calendar.
    private func check(_ limit: SenderLimit, of app: SimWorld.App, _ life: Life) throws {
        var sent: [String: Int] = [:]
        let rows = try life.view.rows(
            """
            SELECT actor_id, due_at, type FROM trigger
            WHERE app = ? AND actor_id IS NOT NULL AND cancelled_at IS NULL ORDER BY id
            """,
            [app.id.rawValue]
        )
        for row in rows where limit.types.contains(TypeID(row[2])) {
            let day = setup.localDay(of: Timestamp(milliseconds: row[1]), in: app.catalog.timeZone) ?? 0
            let key = "\(row[0] as String) on day \(day)"
            sent[key, default: 0] += 1
        }
        if let over = sent.filter({ $0.value > limit.max }).keys.sorted().first {
            fail("caps", "\(limit.id): \(over) has \(sent[over] ?? 0) triggers, more than \(limit.max)")
        }
    }
}
