import GRDB
import PealCore

/// Caps over a whole run.
extension SeedRun {
    /// One push a window and person, two where the first goes at once.
    func checkCaps(_ life: Life) throws {
        for app in world.apps {
            for type in app.texts[app.published.first ?? ""]?.types ?? [] {
                guard let digest = type.digest else { continue }
                let promise = RowPromise.digest(pushes: digest.edge == .leading ? 2 : 1)
                let name = "digest:\(type.id):"
                let found = try life.view.findings(promise.sql, [app.id.rawValue, name]) { row in
                    // A window whose end the clock shows once more may be opened once more.
                    let end = Timestamp(milliseconds: row["slot_until"])
                    return !reversals.contains { $0.to < end && end <= $0.from }
                }
                if let found = found.first { return fail(promise.name, found) }
            }
        }
    }
}
