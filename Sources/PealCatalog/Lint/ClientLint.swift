import PealCore

/// Looks at what only clients read: when they ask for permission, and the Android channels they create.
struct ClientLint {
    let catalog: Catalog
    let log: FindingLog

    func run() {
        for (index, route) in catalog.permission.softPromptRoutes.enumerated()
        where !catalog.links.routes.contains(route) {
            log.error(
                "permission.softPromptRoutes[\(index)]",
                "bad-link",
                "`\(route)` is not in `links.routes`" + NearName.hint(for: route, among: catalog.links.routes)
            )
        }
        lintChannels()
        if !catalog.features.inbox, log.has("inbox.readOn") {
            log.error("inbox.readOn", "no-inbox", "the app has no inbox; remove it, or set `features.inbox: true`")
        }
    }

    /// Where channels are declared, all of them are: a misspelt one would be created without its name.
    private func lintChannels() {
        guard !catalog.androidChannels.isEmpty else { return }
        let declared = catalog.androidChannels.map(\.id)
        for type in catalog.types {
            guard let channel = type.androidChannel, !declared.contains(channel) else { continue }
            log.error(
                "types.\(type.id).androidChannel",
                "unknown-channel",
                "`\(channel)` is not in `androidChannels`" + NearName.hint(for: channel, among: declared)
            )
        }
        let used = Set(catalog.types.compactMap(\.androidChannel))
        for id in declared where !used.contains(id) {
            log.warn(
                "androidChannels.\(id)",
                "unused-channel",
                "no type has this channel; remove it, or name it in a type"
            )
        }
    }
}
