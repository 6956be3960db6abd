import PealCore

/// Reads `delayWhileActive`: a duration, or `{for: 20s, by: thread}`.
enum PresenceSection {
    private static let longest = Duration.seconds(300)

    static func read(_ field: Field) -> PresenceDelay? {
        if case .scalar = field.node { return field.duration(upTo: longest).map { PresenceDelay($0) } }
        guard let members = field.mapping(["for", "by"]),
            let length = members.required("for", hint: "set how long the push waits, such as `20s`")?
                .duration(upTo: longest)
        else { return nil }
        guard let scope = members["by"] else { return PresenceDelay(length) }
        return scope.choice(PresenceDelay.Scope.self).map { PresenceDelay(length, by: $0) }
    }
}
