import PealCore

/// Reads `digest`, `throttle` and `summary` of a type.
struct DigestSection {
    let copy: CopySection

    private static let longest = Duration.seconds(7 * 86_400)

    func digest(_ field: Field) -> DigestRule? {
        guard let members = field.mapping(["key", "window", "edge", "minItems", "title", "body"]),
            let key = members.required("key", hint: "set it to a template, such as \"{{entityId}}\"")?.template(),
            let window = members.required("window", hint: "set how long items are collected, such as `5m`")?.duration(
                upTo: Self.longest
            )
        else { return nil }
        return DigestRule(
            key: key,
            window: window,
            edge: members["edge"]?.choice(DigestRule.Edge.self) ?? .trailing,
            minItems: members["minItems"]?.integer(in: 2...100) ?? 2,
            copy: words(members)
        )
    }

    func throttle(_ field: Field) -> ThrottleRule? {
        guard let members = field.mapping(["max", "per", "onExceed", "window", "title", "body"]),
            let max = members.required("max", hint: "set the number of pushes that are allowed")?.integer(
                in: 1...1_000
            ),
            let per = members.required("per", hint: "set the time, such as `5m`")?.duration(upTo: Self.longest)
        else { return nil }
        return ThrottleRule(
            max: max,
            per: per,
            onExceed: members["onExceed"]?.choice(ThrottleRule.Excess.self) ?? .digest,
            window: members["window"]?.duration(upTo: Self.longest) ?? per,
            copy: words(members)
        )
    }

    func summary(_ field: Field) -> SummaryRule? {
        guard let members = field.mapping(["over", "title", "body"]),
            let over = members.required("over", hint: "set the number of single pushes that are allowed")?.integer(
                in: 1...1_000
            )
        else { return nil }
        return SummaryRule(over: over, copy: words(members))
    }

    private func words(_ members: Fields) -> DigestCopy {
        DigestCopy(title: members["title"].map(copy.templates), body: members["body"].map(copy.templates))
    }
}
