import PealCore

/// Reads a retry schedule: `{delays: [1s, 5s, 30s]}` or `{max: 3, base: 10s, factor: 2, jitter: 0.2}` (C01), each with
/// `throttled`.
enum RetrySection {
    static func read(_ field: Field) -> RetrySchedule? {
        guard let members = field.mapping(["delays", "max", "base", "factor", "jitter", "throttled"]) else {
            return nil
        }
        if let delays = members["delays"] {
            guard ["max", "base", "factor", "jitter"].allSatisfy({ members[$0] == nil }) else {
                field.error("bad-value", "`delays` excludes max, base, factor and jitter; remove it or those")
                return nil
            }
            guard let items = delays.list() else { return nil }
            guard (1...10).contains(items.count) else {
                delays.error("bad-value", "expected 1 to 10 delays; for no retry use `{max: 0}`")
                return nil
            }
            let values = items.compactMap { $0.duration(upTo: .seconds(86_400)) }
            return values.count == items.count ? .delays(values) : nil
        }
        guard
            let maximum = members.required("max", hint: "set how many retries follow the first attempt")?
                .integer(in: 0...10)
        else { return nil }
        return .exponential(
            max: maximum,
            base: members["base"]?.duration(upTo: .seconds(86_400)) ?? .seconds(10),
            factor: members["factor"]?.number(in: 1...10) ?? 2,
            jitter: members["jitter"]?.number(in: 0...1) ?? 0.2
        )
    }

    /// Whether throttled attempts use up retries; `nil` when the section does not say.
    static func throttled(_ field: Field?) -> ThrottledRetry? {
        // The section was read, and what is wrong with it reported, before.
        guard let field, case .mapping = field.node else { return nil }
        return field.openMapping()?["throttled"]?.choice(ThrottledRetry.self)
    }
}
