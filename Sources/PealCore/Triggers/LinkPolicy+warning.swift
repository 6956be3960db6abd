extension LinkPolicy {
    /// What a backend is told of a trigger whose links lead elsewhere than its type says; `nil` when all of them are allowed.
    ///
    /// Values that are not known yet, of recipients and parents, count as fitting.
    func warning(of trigger: Trigger, _ type: NotificationType) -> RequestWarning? {
        var links: [(name: String, template: Template)] = [("the link", type.link)]
        for action in type.actions {
            if let link = action.link { links.append(("the link of `\(action.id)`", link)) }
        }
        let outside = links.first { _, template in
            guard !template.source.isEmpty else { return false }
            let value = { (name: String) in Self.value(of: name, trigger, type) }
            // A link that is one variable is the fallback where it is left out: that is what the catalog says.
            if case .variable(let name, _) = template.segments.first, template.segments.count == 1, value(name) == nil {
                return false
            }
            return allowed(from: template, value: value) == nil
        }
        guard let outside else { return nil }
        return RequestWarning(
            .linkOutsideRoutes,
            "with these values \(outside.name) `\(outside.template.source.prefix(120))` matches none of the app's routes, so it "
                + "leads to `\(fallback)`; send other values, or change the link or `links.routes` in the catalog"
        )
    }

    private static func value(of name: String, _ trigger: Trigger, _ type: NotificationType) -> String? {
        switch name {
        case "entityId": trigger.entity?.id
        case "parentId", "recipientId": "x"
        case "transition": trigger.transition
        default: type.value(of: name, in: trigger.data)?.plain
        }
    }
}
