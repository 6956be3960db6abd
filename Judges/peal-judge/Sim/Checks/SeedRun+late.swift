import PealCore
import PealEngine

/// Nothing leaves against what is true when it leaves, later than 10 seconds after its decision.
extension SeedRun {
    /// A push leaves late: the rules as of now let it go.
    ///
    /// What changed within the step may have changed after the rules were asked. Since the clock went back, a time that was
    /// over may last again.
    func checkLate(
        _ row: NotificationFact,
        _ trigger: TriggerFact,
        _ device: DeviceFact?,
        _ catalog: Catalog,
        _ process: ProcessRun
    ) throws {
        guard row.createdAt + .seconds(10) < clock.now, clock.now >= latest, !touched.contains(row.userKey),
            !republished.contains(row.app), moved.isEmpty
        else { return }
        tally.late += 1
        guard let type = catalog.type(trigger.type), let category = catalog.category(type.category) else {
            return fail("late", "\(row.id) of \(trigger.type) leaves, which no longer exists")
        }
        let breach =
            try (device?.permission == "denied" ? "its device may not show pushes" : nil)
            ?? presentBreach(row, trigger, type, category, catalog, process)
        if let breach { fail("late", "\(row.id) of \(type.id) leaves \(clock.now.rfc3339): \(breach)") }
    }

    /// What forbids a push to its user as of now; `nil` when nothing does.
    func presentBreach(
        _ row: NotificationFact,
        _ trigger: TriggerFact,
        _ type: NotificationType,
        _ category: PealCore.Category,
        _ catalog: Catalog,
        _ process: ProcessRun
    ) throws -> String? {
        try switchedOff(row, type, category, process)
            ?? (category.mandatory == .never ? mutedBy(row, type, category, process) : nil)
            ?? quietBreach(row, type, catalog, process)
            ?? leftAudience(row, trigger, process)
    }

    private func switchedOff(
        _ row: NotificationFact,
        _ type: NotificationType,
        _ category: PealCore.Category,
        _ process: ProcessRun
    ) throws -> String? {
        if !type.enabled { return "the type is off" }
        guard category.mandatory == .never,
            let choices = try process.facts.preferences.first(where: { $0.userKey == row.userKey })?.choices
        else { return nil }
        if choices.global["push"]?.value == false { return "push is off" }
        guard category.adjustable, let chosen = choices.categories[category.id] else { return nil }
        if chosen.enabled?.value == false { return "the category is off" }
        return chosen.channels["push"]?.value == false ? "pushes of the category are off" : nil
    }

    private func mutedBy(
        _ row: NotificationFact,
        _ type: NotificationType,
        _ category: PealCore.Category,
        _ process: ProcessRun
    ) throws -> String? {
        guard !type.bypass.contains(.mute) else { return nil }
        let mute = try process.facts.mutes.first { mute in
            guard mute.userKey == row.userKey, mute.until.map({ $0 > clock.now }) ?? true else { return false }
            return switch mute.scope {
            case "all": true
            case "category": mute.target == category.id.rawValue
            default: row.thread.map { mute.target.utf8.elementsEqual($0.utf8) } ?? false
            }
        }
        return mute.map { "\($0.scope) \($0.target) is muted" }
    }

    /// How a push at this instant breaks the user's quiet hours; `nil` when it does not.
    func quietBreach(_ row: NotificationFact, _ type: NotificationType, _ catalog: Catalog, _ process: ProcessRun)
        throws
        -> String?
    {
        guard catalog.features.quietHours, let policy = catalog.quietHours, !type.bypass.contains(.quietHours),
            type.conditionalBypass[.quietHours] == nil,
            !policy.exempt.contains(where: { $0.rank == row.rank })
        else { return nil }
        let choices = try process.facts.choices(of: row.userKey)
        let isOn = policy.editable ? choices.enabled?.value ?? policy.enabledByDefault : policy.enabledByDefault
        let window = policy.editable ? choices.window(of: policy) : policy.window
        let name = try process.facts.zone(row.userKey) ?? catalog.timeZone
        guard isOn, let minute = setup.localMinute(of: clock.now, in: name) else { return nil }
        let (start, end) = (window.start.minutesSinceMidnight, window.end.minutesSinceMidnight)
        let isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end
        guard isQuiet else { return nil }
        return "\(row.userKey) is pushed \(type.id) at minute \(minute) in \(name), quiet \(start)–\(end)"
    }

    private func leftAudience(_ row: NotificationFact, _ trigger: TriggerFact, _ process: ProcessRun) throws -> String?
    {
        guard let asked = record.asked[trigger.id] else { return nil }
        let recipients = try process.facts.recipients(asked.audience, of: trigger)
        return recipients.contains(row.user) ? nil : "\(row.userKey) is not in the audience"
    }
}
