import PealCore

/// Reads `once` and `dedupe`, which exclude each other.
enum DedupeSection {
    /// What `once: transition` is short for (R154).
    static let onceKey = "{{type}}:{{entity}}:{{transition}}"

    static func read(once: Field?, dedupe: Field?) -> DedupeRule? {
        if let once {
            if dedupe != nil { once.error("bad-value", "`once` and `dedupe` exclude each other; remove one") }
            guard let text = once.string() else { return nil }
            guard text == "transition", let key = try? Template(onceKey) else {
                once.error("bad-value", "use `once: transition`")
                return nil
            }
            return DedupeRule(key: key, window: nil, needsTransition: true)
        }
        guard let members = dedupe?.mapping(["key", "window"]),
            let key = members.required("key", hint: "set it to a template, such as \"{{type}}:{{entity}}\"")?
                .template(),
            let span = members.required("window", hint: "set a duration or `forever`")
        else { return nil }
        let needsTransition = key.variableNames.contains("transition")
        if case .scalar("forever", _) = span.node {
            return DedupeRule(key: key, window: nil, needsTransition: needsTransition)
        }
        return span.duration().map { DedupeRule(key: key, window: $0, needsTransition: needsTransition) }
    }
}
