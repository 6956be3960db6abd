import PealCore

/// Rules of one type, and what happens to one user.
struct DigestRun: CustomStringConvertible {
    struct Event {
        let after: Duration
        let priority: Priority
        let key: String
        /// Until when the sender's limit digests it, counted from the event.
        var limitedFor: Duration?
    }

    var throttle: ThrottleRule?
    var digest: DigestRule?
    var isIndividual: Bool
    var hasQuietHours: Bool
    var ttl: Duration
    var events: [Event]

    var description: String {
        var parts: [String] = []
        if let throttle { parts.append("throttle \(throttle.max) in \(throttle.per), \(throttle.onExceed)") }
        if let digest { parts.append("digest \(digest.window) \(digest.edge) from \(digest.minItems)") }
        if isIndividual { parts.append("individual") }
        if hasQuietHours { parts.append("quiet hours") }
        let lines = events.map { event in
            "+\(event.after) \(event.priority) \(event.key)"
                + (event.limitedFor.map { ", limited for \($0)" } ?? "")
        }
        return "\(parts.joined(separator: "; ")), ttl \(ttl): [\(lines.joined(separator: " | "))]"
    }

    init(_ choices: inout Choices) {
        func seconds(_ choices: inout Choices, upTo most: Int) -> Duration { .seconds(choices.integer(in: 1...most)) }
        let key = try? Template("key")
        throttle = choices.optional { choices in
            ThrottleRule(
                max: choices.integer(in: 1...4),
                per: seconds(&choices, upTo: 900),
                onExceed: choices.element(of: ThrottleRule.Excess.allCases),
                window: seconds(&choices, upTo: 400)
            )
        }
        digest =
            choices.optional { choices in
                key.map { key in
                    DigestRule(
                        key: key,
                        window: seconds(&choices, upTo: 400),
                        edge: choices.element(of: DigestRule.Edge.allCases),
                        minItems: choices.integer(in: 1...4)
                    )
                }
            } ?? nil
        isIndividual = choices.flag(onceIn: 6)
        hasQuietHours = choices.flag(onceIn: 4)
        ttl = choices.flag(onceIn: 4) ? seconds(&choices, upTo: 600) : .seconds(86_400)
        events = choices.array(count: 0...40) { choices in
            Event(
                after: .seconds(choices.integer(in: 0...(choices.flag() ? 400 : 20))),
                priority: choices.flag(onceIn: 8) ? choices.element(of: Priority.allCases) : .normal,
                key: choices.element(of: ["a", "b"]),
                limitedFor: choices.flag(onceIn: 8) ? seconds(&choices, upTo: 600) : nil
            )
        }
    }
}
