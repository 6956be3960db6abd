import PealCore

/// What the view of a user's preferences depends on, next to the user's own choices.
struct PreferenceFacts: Sendable {
    let catalog: Catalog
    let user: User
    let roles: HeldRoles
    let devices: [RecipientSnapshot.DeviceFacts]

    /// The preferences as a settings screen shows them.
    func view(of chosen: Preferences, mutes: [Mute], at instant: Timestamp) -> PreferenceView {
        let snapshot = RecipientSnapshot(userID: user.id, user: user, preferences: chosen, devices: devices)
        let locale = snapshot.locale(in: catalog)
        return PreferenceView(
            userID: user.id,
            categories: catalog.categories.filter(\.adjustable).map { view(of: $0, chosen: chosen, locale: locale) },
            global: ChannelSwitches(others: catalog.installed.channels.ids) {
                chosen.globalSwitch($0, defaults: catalog.preferenceDefaults)
            },
            quietHours: quietHours(chosen, zone: snapshot.timeZone(in: catalog)),
            mutes: mutes,
            version: chosen.version,
            updatedAt: chosen.updatedAt ?? user.createdAt,
            syncedAt: instant
        )
    }

    /// Refuses what is not theirs to change; what was shown may be sent back (R073).
    func check(_ change: PreferenceChange, shown: PreferenceView) throws(PreferenceProblem) {
        var problem: PreferenceProblem?
        func add(_ kind: PreferenceProblem.Kind, _ detail: String, _ pointer: String) {
            problem = problem ?? PreferenceProblem(kind: kind, details: [])
            problem?.details.append((detail, pointer))
        }
        let known = NearNames(catalog.categories.filter(\.adjustable).map(\.key))
        var hints = HintAllowance()
        for (key, wanted) in change.categories.sorted(by: { $0.key < $1.key }) {
            let pointer = "/categories/\(JSONPointer.escape(key))"
            guard let category = catalog.category(key: key), category.adjustable else {
                add(
                    .unknownCategory,
                    "unknown category `\(key.prefix(64))`" + hints.hint(for: key, among: known),
                    pointer
                )
                continue
            }
            guard let reason = lockReason(category) else { continue }
            if wanted.enabled.value == false { add(.locked, reason, pointer + "/enabled") }
            for (channel, value) in wanted.channels.sorted(by: { $0.key.rawValue < $1.key.rawValue })
            where value == false && category.keepsOn(channel) {
                add(.locked, reason, "\(pointer)/channels/\(channel.rawValue)")
            }
        }
        if let wanted = change.quietHours, wanted.asksForMore(than: shown.quietHours) {
            if let quiet = shown.quietHours {
                if !quiet.editable { add(.notEditable, "quiet hours are set by the app", "/quietHours") }
            } else {
                add(.quietHoursOff, "this app has no quiet hours", "/quietHours")
            }
        }
        if let problem { throw problem }
    }

    private func view(of category: Category, chosen: Preferences, locale: String) -> CategoryView {
        let lockReason = lockReason(category)
        let isLocked = lockReason != nil
        return CategoryView(
            key: category.key,
            name: category.name,
            title: category.title.text(for: locale) ?? category.key,
            description: category.description.text(for: locale) ?? "",
            icon: category.icon,
            enabled: isLocked || chosen.isEnabled(category),
            channels: ChannelSwitches(others: catalog.installed.channels.ids) {
                isLocked && category.keepsOn($0) || chosen.channelSwitch($0, in: category)
            },
            lockReason: lockReason
        )
    }

    private func lockReason(_ category: Category) -> String? {
        guard category.mandatory.binds(roles) else { return nil }
        guard case .roles = category.mandatory else { return "Required for all users" }
        return "Required for your role"
    }

    private func quietHours(_ chosen: Preferences, zone: String) -> QuietHoursView? {
        guard catalog.features.quietHours, let policy = catalog.quietHours else { return nil }
        let own = policy.editable ? chosen.quietHours : Preferences.QuietChoices()
        return QuietHoursView(
            enabled: own.enabled?.value ?? policy.enabledByDefault,
            window: own.window(of: policy),
            timeZone: zone,
            editable: policy.editable
        )
    }
}

extension PreferenceChange.QuietHoursChange {
    /// Whether it chooses something else than was shown; without quiet hours, whether it chooses anything.
    fileprivate func asksForMore(than shown: QuietHoursView?) -> Bool {
        enabled.asksForMore(than: shown?.enabled) || start.asksForMore(than: shown?.window.start)
            || end.asksForMore(than: shown?.window.end) || timeZone.asksForMore(than: shown?.timeZone)
    }
}

extension FieldPatch where Value: Equatable {
    fileprivate func asksForMore(than shown: Value?) -> Bool { value.map { $0 != shown } ?? false }
}

extension RecipientSnapshot.DeviceFacts {
    init(_ device: Device) {
        self.init(
            id: device.id,
            provider: device.provider,
            platform: device.platform,
            state: device.state,
            permission: device.permission,
            capabilities: device.capabilities,
            locale: device.locale,
            timeZone: device.timeZone,
            lastSeenAt: device.lastSeenAt
        )
    }
}
