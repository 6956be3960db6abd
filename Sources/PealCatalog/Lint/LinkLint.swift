import PealCore

/// Looks at a type's links: each must lead to one of the app's routes (R126).
struct LinkLint {
    let links: LinkPolicy
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        if log.has("\(path).link"), !type.link.source.isEmpty { check(type.link, "\(path).link") }
        for (index, action) in type.actions.enumerated() {
            if let link = action.link { check(link, "\(path).actions[\(index)].link") }
        }
    }

    private func check(_ template: Template, _ location: String) {
        // A link that is one variable is checked when the value is known.
        if case .variable = template.segments.first, template.segments.count == 1 { return }
        let sample = template.render { _, _ in "x" }
        // Routes that could not be read are reported already; where a link leads is still looked at.
        guard links.routes.isEmpty ? !links.isOwn(sample) : !links.allows(sample) else { return }
        let shown = links.routes.sorted().prefix(20).joined(separator: ", ")
        log.error(
            location,
            "bad-link",
            "`\(template.source.prefix(120))` matches none of `links.routes` (\(shown)); fix the link or the routes"
        )
    }
}
