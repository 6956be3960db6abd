import PealCore

/// What a client needs to know before it shows anything (R097, R104).
struct ClientConfig {
    let catalog: Catalog
    /// The locale of the texts; without one they are in the app's own.
    let locale: String?
    /// What browsers subscribe with.
    let subscriptionKey: String?
    /// Whether the caller is a user, who gets the types and the categories of the settings screen too.
    let isSignedIn: Bool

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("app", catalog.app.rawValue)
            writer.member("name", catalog.name)
            writer.member("catalogVersion", catalog.version)
            writer.member("locales", catalog.locales)
            writer.member("timeZone", catalog.timeZone)
            writer.object("features", features)
            writer.member("channels", catalog.channels.map(\.rawValue))
            if catalog.features.inbox {
                writer.object("inbox") { writer in
                    writer.member("readOn", catalog.readOn.rawValue)
                    if catalog.mute.collapse != .none { writer.member("collapse", catalog.mute.collapse.rawValue) }
                }
            }
            writer.object("permission", permission)
            writer.array("androidChannels", catalog.clientChannels) { $1.write(to: &$0, locale: locale) }
            writer.array("iosCategories", iosCategories) { writer, category in
                writer.object { writer in
                    writer.member("id", category.id)
                    writer.array("actions", category.actions) { $1.write(to: &$0, locale: locale) }
                }
            }
            if let subscriptionKey { writer.object("webPush") { $0.member("publicKey", subscriptionKey) } }
            unreadable(&writer)
            writer.object("links", links)
            writer.object("presentation", presentation)
            guard isSignedIn else { return }
            writer.array("categories", catalog.categories) { write(category: $1, to: &$0) }
            writer.array("types", catalog.types) { write(type: $1, to: &$0) }
        }
    }

    private func features(_ writer: inout JSONWriter) {
        writer.member("inbox", catalog.features.inbox)
        writer.member("actions", catalog.features.actions)
        writer.member("quietHours", catalog.features.quietHours && catalog.quietHours != nil)
        writer.member("richMedia", catalog.features.richMedia)
    }

    private func permission(_ writer: inout JSONWriter) {
        let policy = catalog.permission
        writer.member("strategy", policy.strategy.word)
        writer.member("milestone", policy.strategy.milestone)
        writer.object("texts") { writer in
            writer.member("prompt", policy.prompt?.text(for: locale))
            writer.member("softPrompt", policy.softPrompt?.text(for: locale))
        }
        writer.object("softPrompt") { writer in
            writer.member("every", policy.softPromptEvery.iso8601)
            writer.member("routes", policy.softPromptRoutes)
        }
    }

    private func unreadable(_ writer: inout JSONWriter) {
        switch catalog.unreadable {
        case .standard: return
        case .none: writer.member("unreadable", orNull: String?.none)
        case .text(let text):
            writer.member(
                "unreadable",
                text.text(for: locale)?.replacing(UnreadablePush.variable, with: catalog.name)
            )
        }
    }

    private func links(_ writer: inout JSONWriter) {
        writer.member("scheme", catalog.links.scheme)
        writer.member("hosts", catalog.links.hosts.sorted())
        writer.member("routes", catalog.links.routes)
        writer.member("fallback", catalog.links.fallback)
        // Where the app is on the web: hosted pages open its links there.
        writer.member("webOrigin", catalog.links.webOrigin)
    }

    private func presentation(_ writer: inout JSONWriter) {
        for (state, styles) in catalog.presentation.sorted(by: { $0.key < $1.key }) {
            writer.object(state) { writer in
                for (priority, style) in styles.sorted(by: { $0.key > $1.key }) {
                    writer.member(priority.rawValue, style)
                }
            }
        }
    }

    /// The categories that an iOS app registers, once each, also those without buttons: iOS reports a dismissal only of a
    /// notification whose category is registered (S4.10.5).
    private var iosCategories: [(id: String, actions: [ActionDeclaration])] {
        var actions: [String: [ActionDeclaration]] = [:]
        let ids = catalog.types.compactMap { type -> String? in
            guard let id = type.iosCategory else { return nil }
            let isNew = actions[id] == nil
            if actions[id, default: []].isEmpty { actions[id] = catalog.features.actions ? type.actions : [] }
            return isNew ? id : nil
        }
        return ids.map { ($0, actions[$0] ?? []) }
    }

    private func write(category: Category, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("key", category.key)
            writer.member("name", category.name)
            writer.member("title", category.title.text(for: locale))
            writer.member("description", category.description.text(for: locale))
            writer.member("icon", category.icon)
            writer.member("adjustable", category.adjustable)
            // Only those that a settings screen draws.
            writer.object("channels") { writer in
                for channel in catalog.channels { writer.member(channel.rawValue, category.defaults[channel]) }
            }
        }
    }

    private func write(type: NotificationType, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", type.id.rawValue)
            // As notifications and `categories` name it.
            writer.member("category", catalog.category(type.category)?.name ?? type.category.rawValue)
            writer.member("priority", type.priority.fallback.rawValue)
            writer.member("presentation", type.presentation)
            writer.member("sound", orNull: type.sound)
            writer.member("vibration", type.vibration)
            writer.member("androidChannel", type.androidChannel)
            writer.member("iosCategory", type.iosCategory)
            writer.array("actions", type.actions) { $1.write(to: &$0, locale: locale) }
        }
    }
}

extension ClientChannel {
    fileprivate func write(to writer: inout JSONWriter, locale: String?) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("name", name.text(for: locale) ?? id)
            writer.member("importance", importance.rawValue)
            writer.member("sound", orNull: sound)
            writer.member("vibration", orNull: vibration)
            writer.member("bypassDnd", bypassesDoNotDisturb)
        }
    }
}

extension ActionDeclaration {
    fileprivate func write(to writer: inout JSONWriter, locale: String?) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("title", title.text(for: locale))
            writer.member("type", kind.rawValue)
            writer.member("group", group?.text(for: locale))
        }
    }
}

extension JSONWriter {
    mutating func channels(_ name: String, _ switches: ChannelSwitches) {
        object(name) { writer in
            for (channel, isOn) in switches.all { writer.member(channel.rawValue, isOn) }
        }
    }
}
