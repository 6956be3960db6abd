import PealCore

/// Looks at what only clients read: when they ask for permission, and the channels and categories they register.
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
        lintCategoryIDs()
        lintCategories()
        lintButtons()
        lintMute()
        if !catalog.features.inbox, log.has("inbox.readOn") {
            log.error("inbox.readOn", "no-inbox", "the app has no inbox; remove it, or set `features.inbox: true`")
        }
    }

    private func lintMute() {
        if !catalog.features.inbox, log.has("mute") {
            log.error("mute", "no-inbox", "the app has no inbox; remove it, or set `features.inbox: true`")
        } else if !catalog.mute.counts, catalog.badge == .unread {
            log.error(
                "mute.counts",
                "no-effect",
                "what is muted counts as seen, and `badge: unread` counts it still; set `badge: unseen`, or remove it"
            )
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

    /// Without a category an iPhone shows no button: the actions of a push come from what the app registered for it.
    private func lintButtons() {
        guard catalog.features.actions, let route = catalog.routes.first(where: { $0.platforms == [.ios] }) else {
            return
        }
        for type in catalog.types
        where !type.actions.isEmpty && type.iosCategory == nil && type.platforms.contains(.ios) && !type.silent {
            log.warn(
                "types.\(type.id).actions",
                "no-ios-category",
                "\(route.name) pushes show no button without a category; add `iosCategory`, which the app registers with these "
                    + "actions, or list `platforms` without `ios`"
            )
        }
    }

    /// Expo takes no category whose id has a `-`; a `:` is in no name.
    private func lintCategoryIDs() {
        for type in catalog.types {
            guard let category = type.iosCategory, category.contains("-") else { continue }
            log.warn(
                "types.\(type.id).iosCategory",
                "category-id",
                "Expo registers no category with `-` in its id; use `_`"
            )
        }
    }

    /// An iOS app registers a category once, with its buttons: every push of it shows those.
    private func lintCategories() {
        guard catalog.features.actions else { return }
        var first: [String: NotificationType] = [:]
        for type in catalog.types {
            guard let category = type.iosCategory else { continue }
            let other = first[category, default: type]
            first[category] = other
            guard !type.showsButtons(of: other) else { continue }
            log.error(
                "types.\(type.id).iosCategory",
                "shared-ios-category",
                "`\(category)` is also the category of `\(other.id)`, whose actions differ, and iOS shows the same buttons "
                    + "for both; use another category, or give both types the same `actions`"
            )
        }
    }
}

extension NotificationType {
    /// Whether its buttons look and work as those of another type; links and payloads come with each push.
    fileprivate func showsButtons(of other: NotificationType) -> Bool {
        actions.elementsEqual(other.actions) {
            $0.id == $1.id && $0.title == $1.title && $0.kind == $1.kind && $0.group == $1.group
        }
    }
}
