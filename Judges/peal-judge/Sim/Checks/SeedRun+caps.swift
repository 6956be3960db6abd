import PealCore

/// Caps over a whole run.
extension SeedRun {
    private struct DigestKey: Hashable {
        var user: UserID
        var window: String
        var ends: Timestamp
    }

    /// One push a window and user, two where the first is sent immediately.
    func checkCaps(_ process: ProcessRun) throws {
        let sent = try process.facts.notifications.filter { $0.push == "send" && $0.window != nil }
        for app in world.apps {
            for type in app.texts[app.published.first ?? ""]?.types ?? [] {
                guard let digest = type.digest else { continue }
                var pushes: [DigestKey: Int] = [:]
                for row in sent where row.app == app.id {
                    guard let window = row.window, let ends = row.windowEnds, window.hasPrefix("digest:\(type.id):")
                    else { continue }
                    pushes[DigestKey(user: row.user, window: window, ends: ends), default: 0] += 1
                }
                let over = pushes.filter { key, count in
                    count > (digest.edge == .leading ? 2 : 1) && !isRepeated(key.ends)
                }
                if let key = over.keys.min(by: { ($0.ends, $0.user.rawValue) < ($1.ends, $1.user.rawValue) }) {
                    return fail("caps", "\(key.user) of \(app.id) got \(over[key] ?? 0) pushes of \(key.window)")
                }
            }
        }
    }

    /// Whether the clock showed an instant once more: a window that ends then may be opened once more.
    private func isRepeated(_ instant: Timestamp) -> Bool {
        reversals.contains { $0.to < instant && instant <= $0.from }
    }
}
