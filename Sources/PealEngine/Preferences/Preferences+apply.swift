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
            if let wanted = change.quietHours, catalog.quietHours != nil { apply(wanted, at: at) }
        }
        for (key, wanted) in change.categories {
            guard let category = catalog.category(key: key), category.adjustable else { continue }
            apply(wanted, to: category.id, at: min(wanted.at ?? at, now))
        }
        guard self != before else { return }
        version += 1
        updatedAt = now
    }

    /// Forgets every choice up to an instant, so that everything follows the catalog again (R077).
    ///
    /// A reset that was made before the last one changes nothing.
    mutating func reset(at asked: Timestamp? = nil, now: Timestamp) {
        let at = min(asked ?? now, now)
        guard outlivesReset(at) else { return }
        global = global.filter { $0.value.at > at }
        categories = categories.compactMapValues { $0.made(after: at) }
        quietHours = quietHours.made(after: at)
        version += 1
        updatedAt = now
        resetAt = at
    }

    private func outlivesReset(_ at: Timestamp) -> Bool { resetAt.map { $0 <= at } ?? true }

    private mutating func apply(_ wanted: PreferenceChange.CategoryChange, to id: CategoryID, at: Timestamp) {
        guard outlivesReset(at) else { return }
        var choices = categories[id] ?? CategoryChoices()
        if let enabled = wanted.enabled { Self.put(enabled, at, into: &choices.enabled) }
        for (channel, value) in wanted.channels { Self.put(value, at, into: &choices.channels[channel.rawValue]) }
        if choices != CategoryChoices() { categories[id] = choices }
    }

    private mutating func apply(_ wanted: PreferenceChange.QuietHoursChange, at: Timestamp) {
        if let enabled = wanted.enabled { Self.put(enabled, at, into: &quietHours.enabled) }
        if let start = wanted.start { Self.put(start, at, into: &quietHours.start) }
        if let end = wanted.end { Self.put(end, at, into: &quietHours.end) }
        if let zone = wanted.timeZone { Self.put(zone, at, into: &quietHours.timeZone) }
    }

    private static func put<Value>(_ value: Value, _ at: Timestamp, into choice: inout Choice<Value>?) {
        if let choice, choice.at > at { return }
        choice = Choice(value, at: at)
    }
}

extension Preferences.CategoryChoices {
    /// The choices made after an instant; `nil` when there are none.
    fileprivate func made(after instant: Timestamp) -> Self? {
        let rest = Self(enabled: enabled?.made(after: instant), channels: channels.filter { $0.value.at > instant })
        return rest == Self() ? nil : rest
    }
}

extension Preferences.QuietChoices {
    /// The choices made after an instant.
    fileprivate func made(after instant: Timestamp) -> Self {
        Self(
            enabled: enabled?.made(after: instant),
            start: start?.made(after: instant),
            end: end?.made(after: instant),
            timeZone: timeZone?.made(after: instant)
        )
    }
}

extension Preferences.Choice {
    /// The choice, if it was made after an instant.
    fileprivate func made(after instant: Timestamp) -> Self? { at > instant ? self : nil }
}
