import PealCore

extension Preferences {
    /// Takes over a change: field by field, the later choice wins (R080).
    ///
    /// What was chosen before the last reset is gone with it. Of two choices of one instant the last to arrive wins. A value
    /// that the user was shown without having chosen it is no choice, so that a client may send back the whole object.
    mutating func apply(_ change: PreferenceChange, shown: PreferenceView, catalog: Catalog, now: Timestamp) {
        // A clock that runs ahead must not win for ever.
        let at = ChosenAt(change.at, now: now)
        if outlivesReset(at.instant) {
            for (channel, value) in change.global {
                at.put(
                    value.map(FieldPatch.set) ?? .remove,
                    over: shown.global[channel],
                    into: &global[channel.rawValue]
                )
            }
            if let wanted = change.quietHours, let shown = shown.quietHours { apply(wanted, shown: shown, at: at) }
        }
        for (key, wanted) in change.categories {
            guard let category = catalog.category(key: key),
                let shown = shown.categories.first(where: { $0.key == key })
            else { continue }
            apply(wanted, to: category.id, shown: shown, at: wanted.at.map { ChosenAt($0, now: now) } ?? at)
        }
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
        resetAt = at
    }

    private func outlivesReset(_ at: Timestamp) -> Bool { resetAt.map { $0 <= at } ?? true }

    private mutating func apply(
        _ wanted: PreferenceChange.CategoryChange,
        to id: CategoryID,
        shown: CategoryView,
        at: ChosenAt
    ) {
        guard outlivesReset(at.instant) else { return }
        var choices = categories[id] ?? CategoryChoices()
        at.put(wanted.enabled, over: shown.enabled, into: &choices.enabled)
        for (channel, value) in wanted.channels {
            let patch = value.map(FieldPatch.set) ?? .remove
            at.put(patch, over: shown.channels[channel], into: &choices.channels[channel.rawValue])
        }
        if choices != CategoryChoices() { categories[id] = choices }
    }

    private mutating func apply(
        _ wanted: PreferenceChange.QuietHoursChange,
        shown: QuietHoursView,
        at: ChosenAt
    ) {
        at.put(wanted.enabled, over: shown.enabled, into: &quietHours.enabled)
        at.put(wanted.start, over: shown.window.start, into: &quietHours.start)
        at.put(wanted.end, over: shown.window.end, into: &quietHours.end)
        at.put(wanted.timeZone, over: shown.timeZone, into: &quietHours.timeZone)
    }
}

/// When a change was made, and whether the client said so.
private struct ChosenAt {
    let instant: Timestamp
    let isSaid: Bool

    init(_ said: Timestamp?, now: Timestamp) {
        instant = min(said ?? now, now)
        isSaid = said != nil
    }

    /// Takes over one field, unless a later choice holds.
    ///
    /// Of a change with a time, also that nothing was chosen is kept with it: an earlier choice may still arrive.
    /// - Parameters:
    ///   - patch: what is wanted.
    ///   - shown: what the user was shown.
    ///   - choice: what was chosen.
    func put<Value>(_ patch: FieldPatch<Value>, over shown: Value, into choice: inout Preferences.Choice<Value>?) {
        if let choice, choice.at > instant { return }
        switch patch {
        case .keep: return
        case .set(let value) where value != shown || value == choice?.value:
            choice = Preferences.Choice(value, at: instant)
        case .set where choice?.value != nil:
            // Shown is what holds in its place, for example while a category is locked: that is no new choice.
            return
        case .set, .remove:
            if isSaid || choice?.value != nil { choice = Preferences.Choice(nil, at: instant) }
        }
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
