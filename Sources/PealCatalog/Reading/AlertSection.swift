import PealCore

/// Reads `alerts`: when operators are alerted.
enum AlertSection {
    private static let keys = ["rule", "enabled", "threshold", "minimum"]

    static func read(_ field: Field?) -> [AlertSetting] {
        var settings: [AlertSetting] = []
        for item in field?.list() ?? [] {
            guard let setting = setting(item) else { continue }
            if settings.contains(where: { $0.rule == setting.rule }) {
                item.error("duplicate-id", "duplicate rule `\(setting.rule.rawValue)`; remove one")
            }
            settings.append(setting)
        }
        return settings
    }

    private static func setting(_ field: Field) -> AlertSetting? {
        guard let members = field.mapping(keys) else { return nil }
        let hint = "name a rule, such as `delivery-errors`"
        guard let rule = members.required("rule", hint: hint)?.choice(AlertRule.self) else { return nil }
        var setting = AlertSetting(rule)
        setting.isEnabled = members["enabled"]?.bool() ?? true
        setting.threshold = members["threshold"].flatMap { threshold($0, of: rule) }
        if let field = members["minimum"] {
            setting.minimum = field.integer(in: 1...1_000_000)
            if rule.basis == .now || rule.unit == .count {
                field.error("bad-value", "`\(rule.rawValue)` counts nothing; remove `minimum`")
            }
        }
        if setting.isEnabled, setting.threshold == nil, rule.standard == nil, members["threshold"] == nil {
            field.error("missing-key", "`\(rule.rawValue)` has no standard; add a `threshold`")
        }
        return setting
    }

    private static func threshold(_ field: Field, of rule: AlertRule) -> Double? {
        switch rule.unit {
        case .share: return field.number(in: 0...1)
        case .seconds: return field.duration().map { Double($0.wholeMilliseconds) / 1_000 }
        case .count:
            field.error("bad-value", "one is enough for `\(rule.rawValue)`; remove `threshold`")
            return nil
        }
    }
}
