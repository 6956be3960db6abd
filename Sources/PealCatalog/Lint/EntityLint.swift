import PealCore

/// Looks at a type whose triggers may come without an entity: nothing but a query parameter of a link may name it (R056).
struct EntityLint {
    let type: NotificationType
    let path: String
    let log: FindingLog

    private static let names = ["entityId", "parentId"]

    func run() {
        guard type.entityRequirement == .optional else { return }
        for (key, copy) in texts {
            for (locale, template) in copy?.byLocale ?? [:] {
                let inner = "\(path).\(key).\(locale)"
                check(template.variableNames, log.has(inner) ? inner : "\(path).\(key)")
            }
        }
        let keys = [("thread", type.thread), ("group", type.group), ("collapse", type.collapse)]
        for (key, template) in keys { check(template?.variableNames ?? [], "\(path).\(key)") }
        check(Self.namesInPath(of: type.link), "\(path).link")
        for (index, action) in type.actions.enumerated() {
            let location = "\(path).actions[\(index)]"
            if let link = action.link { check(Self.namesInPath(of: link), "\(location).link") }
            for (name, value) in action.payload {
                if case .template(let template) = value { check(template.variableNames, "\(location).payload.\(name)") }
            }
        }
    }

    private var texts: [(String, LocalizedTemplate?)] {
        [
            ("title", type.title), ("body", type.body),
            ("digest.title", type.digest?.copy.title), ("digest.body", type.digest?.copy.body),
            ("throttle.title", type.throttle?.copy.title), ("throttle.body", type.throttle?.copy.body),
            ("summary.title", type.summary?.copy.title), ("summary.body", type.summary?.copy.body),
        ]
    }

    private func check(_ used: [String], _ location: String) {
        for name in Self.names where used.contains(name) {
            log.error(
                location,
                "optional-entity",
                "the entity is optional, so `{{\(name)}}` may be empty here; remove it, or remove `requires: {entity: optional}`"
            )
        }
    }

    /// The variables of a link before its query.
    private static func namesInPath(of link: Template) -> [String] {
        var names: [String] = []
        for segment in link.segments {
            switch segment {
            case .literal(let text): if text.contains("?") { return names }
            case .variable(let name, _): names.append(name)
            }
        }
        return names
    }
}
