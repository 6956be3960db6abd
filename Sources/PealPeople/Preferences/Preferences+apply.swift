import PealCore

extension Preferences {
    /// Takes over a change: field by field, the later choice wins (R080); counts only when something changed.
    mutating func apply(_ change: PreferenceChange, catalog: Catalog, now: Timestamp) {
        // A clock that runs ahead must not win for ever.
        let at = min(change.at ?? now, now)
        let before = self
        for (channel, value) in change.global { Self.put(value, at, into: &global[channel.rawValue]) }
        for (key, wanted) in change.categories {
            guard let category = catalog.category(key: key), category.adjustable else { continue }
            var choices = categories[category.id] ?? CategoryChoices()
            if let enabled = wanted.enabled { Self.put(enabled, at, into: &choices.enabled) }
            for (channel, value) in wanted.channels { Self.put(value, at, into: &choices.channels[channel.rawValue]) }
            if choices != CategoryChoices() { categories[category.id] = choices }
        }
        if let wanted = change.quietHours, let policy = catalog.quietHours {
            if let enabled = wanted.enabled { Self.put(enabled, at, into: &quietHours.enabled) }
            if wanted.start != nil || wanted.end != nil {
                let window = quietHours.window?.value ?? policy.window
                let next = QuietWindow(start: wanted.start ?? window.start, end: wanted.end ?? window.end)
                Self.put(next, at, into: &quietHours.window)
            }
            if let zone = wanted.timeZone { Self.put(zone, at, into: &quietHours.timeZone) }
        }
        guard self != before else { return }
        version += 1
        updatedAt = now
    }

    /// Forgets every choice, so that everything follows the catalog again (R077).
    mutating func reset(now: Timestamp) {
        self = Preferences(version: version + 1, updatedAt: now)
    }

    private static func put<Value>(_ value: Value, _ at: Timestamp, into choice: inout Choice<Value>?) {
        if let choice, choice.at > at { return }
        choice = Choice(value, at: at)
    }
}
