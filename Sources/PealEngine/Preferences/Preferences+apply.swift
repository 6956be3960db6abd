import PealCore

extension Preferences {
    /// Takes over a change: field by field, the later choice wins (R080); counts only when something changed.
    ///
    /// What was chosen before the last reset is gone with it. Of two choices of one instant the last to arrive wins.
    mutating func apply(_ change: PreferenceChange, catalog: Catalog, now: Timestamp) {
        let before = self
        // A clock that runs ahead must not win for ever.
        let at = min(change.at ?? now, now)
        if outlivesReset(at) {
            for (channel, value) in change.global { Self.put(value, at, into: &global[channel.rawValue]) }
            if let wanted = change.quietHours, let policy = catalog.quietHours { apply(wanted, policy, at: at) }
        }
        for (key, wanted) in change.categories {
            guard let category = catalog.category(key: key), category.adjustable else { continue }
            apply(wanted, to: category.id, at: min(wanted.at ?? at, now))
        }
        guard self != before else { return }
        version += 1
        updatedAt = now
    }

    /// Forgets every choice, so that everything follows the catalog again (R077).
    mutating func reset(now: Timestamp) {
        self = Preferences(version: version + 1, updatedAt: now, resetAt: now)
    }

    private func outlivesReset(_ at: Timestamp) -> Bool { resetAt.map { $0 <= at } ?? true }

    private mutating func apply(_ wanted: PreferenceChange.CategoryChange, to id: CategoryID, at: Timestamp) {
        guard outlivesReset(at) else { return }
        var choices = categories[id] ?? CategoryChoices()
        if let enabled = wanted.enabled { Self.put(enabled, at, into: &choices.enabled) }
        for (channel, value) in wanted.channels { Self.put(value, at, into: &choices.channels[channel.rawValue]) }
        if choices != CategoryChoices() { categories[id] = choices }
    }

    private mutating func apply(
        _ wanted: PreferenceChange.QuietHoursChange,
        _ policy: QuietHoursPolicy,
        at: Timestamp
    ) {
        if let enabled = wanted.enabled { Self.put(enabled, at, into: &quietHours.enabled) }
        if wanted.start != nil || wanted.end != nil {
            let window = quietHours.window?.value ?? policy.window
            let next = QuietWindow(start: wanted.start ?? window.start, end: wanted.end ?? window.end)
            Self.put(next, at, into: &quietHours.window)
        }
        if let zone = wanted.timeZone { Self.put(zone, at, into: &quietHours.timeZone) }
    }

    private static func put<Value>(_ value: Value, _ at: Timestamp, into choice: inout Choice<Value>?) {
        if let choice, choice.at > at { return }
        choice = Choice(value, at: at)
    }
}
