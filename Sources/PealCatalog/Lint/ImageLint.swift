import PealCore

/// Looks at a type's picture and at what of it a locked screen shows.
struct ImageLint {
    let catalog: Catalog
    let type: NotificationType
    let path: String
    let log: FindingLog

    /// What a picture may name: the rest of a trigger is not kept with the push.
    static let variables: Set = ["entityId", "parentId"]

    func run() {
        if let image = type.image { check(image) }
        guard type.visibility == .everything, let name = personalVariable else { return }
        log.warn(
            "\(path).visibility",
            "personal-in-public",
            "`\(name)` is personal data and would be readable on a locked phone; use `private`"
        )
    }

    private func check(_ image: Template) {
        if let other = image.variableNames.first(where: { !Self.variables.contains($0) }) {
            log.error(
                "\(path).image",
                "bad-image",
                "`\(other)` is not known when a push is made; an image may name entityId and parentId"
            )
        } else if !isAddress(image) {
            log.error(
                "\(path).image",
                "bad-image",
                "expected an https address with a fixed host, such as `https://cdn.example/rides/{{entityId}}.jpg`"
            )
        } else if !catalog.features.richMedia {
            log.warn(
                "\(path).image",
                "rich-media-off",
                "no push carries it; write `features: {richMedia: true}` or drop the image"
            )
        }
    }

    /// Whether scheme and host stand in the template itself.
    private func isAddress(_ image: Template) -> Bool {
        let text = image.source
        guard text.hasPrefix("https://"), text.utf8.count <= 400 else { return false }
        let host = text.dropFirst(8).prefix { $0 != "/" }
        return NameShape.host.accepts(String(host)) && text.dropFirst(8 + host.count).hasPrefix("/")
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    private var personalVariable: String? {
        let texts = Array(type.title.byLocale.values) + Array(type.body.byLocale.values)
        let names = Set(texts.flatMap { template in template.forms.flatMap(\.variableNames) })
        return type.variables.first { $0.personal && names.contains($0.name) }?.name
    }
}
