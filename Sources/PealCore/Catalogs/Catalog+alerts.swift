extension Catalog {
    /// When a rule fires for the app; `nil` is never.
    public func limit(of rule: AlertRule) -> AlertLimit? {
        guard let setting = alerts.first(where: { $0.rule == rule }) else { return rule.standard }
        guard setting.isEnabled, let threshold = setting.threshold ?? rule.standard?.threshold else { return nil }
        return AlertLimit(threshold, minimum: setting.minimum ?? rule.standardMinimum)
    }
}
