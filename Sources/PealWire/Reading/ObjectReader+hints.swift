import PealCore

/// What clients say next to their act.
///
/// A device's zone, locale, version, permission and capabilities are its own words whoever hands them on; times and the zone of
/// quiet hours are hints where a user's client sends them, and are refused when a backend says them wrong.
extension ObjectReader {
    /// The zone of a device: an IANA name or an offset.
    func deviceZone() -> String? { hint("timeZone", .timeZone, zone) }

    /// The zone of a user's quiet hours; `null` withdraws the choice.
    func quietZone() -> FieldPatch<String> {
        guard rules.forgivesHints, !isNull("timeZone") else { return patch("timeZone", .timeZoneOrOffset) }
        return FieldPatch(hint("timeZone", .timeZone, field: "quietHours.timeZone", zone))
    }

    /// The locale of a device, as BCP 47 spells it.
    func deviceLocale() -> String? {
        hint("locale", .locale) { json in
            guard let text = json.string, text.utf8.count <= 200 else { return nil }
            return LocaleName(text).tag
        }
    }

    /// The version of the app on a device.
    func appVersion() -> String? {
        hint("appVersion", .appVersion) { json in
            json.string.flatMap { TextRules.isIdentifier($0, bytes: 50) ? $0 : nil }
        }
    }

    /// Whether a device may show notifications.
    func pushPermission() -> PushPermission? {
        hint("permission", .permission) { json in json.string.flatMap(PermissionHint.push) }
    }

    /// Capabilities by name, each granted, denied or not determined; those that cannot be understood are left out one by one.
    func capabilities() -> [String: String]? {
        hint("capabilities", .capability) { json in
            guard case .object(let members) = json, members.count <= 20 else { return nil }
            var known: [String: String] = [:]
            for (name, value) in members {
                guard TextRules.isIdentifier(name, bytes: 50),
                    let state = value.string.flatMap(PermissionHint.capability)
                else {
                    ignore(.capability, field: "capabilities")
                    continue
                }
                known[name] = state.rawValue
            }
            return known
        }
    }

    /// A time of the client's clock; one that cannot be read is the time of arrival.
    func clientTime(_ name: String) -> Timestamp? {
        guard !rules.forgivesHints else { return hint(name, .time) { $0.string.flatMap { Timestamp(hint: $0) } } }
        return optional(name, .timestamp)
    }

    private func zone(_ json: JSONValue) -> String? {
        json.string.flatMap { ZoneHint.read($0) { rules.zoneExists($0) ? $0 : rules.spelledZone($0) } }
    }
}
