import PealCore

/// Looks at a whole catalog for what no single field shows.
///
/// Parts that could not be read are left alone: they are reported already.
struct CatalogLint {
    let catalog: Catalog
    let log: FindingLog

    func run() {
        lintLinkPolicy()
        lintEntities()
        lintCategories()
        LimitLint(catalog: catalog, log: log).run()
        RetentionLint(catalog: catalog, log: log).run()
        TitleLengthLint(catalog: catalog, log: log).run()
        ClientLint(catalog: catalog, log: log).run()
        SoundLint(catalog: catalog, log: log).run()
        WebLint(catalog: catalog, log: log).run()
        for type in catalog.types {
            let path = "types.\(type.id)"
            lintCategory(of: type, path)
            if type.silent { SilenceLint(type: type, path: path, log: log).run() }
            CopyLint(catalog: catalog, type: type, path: path, log: log).run()
            VariableLint(catalog: catalog, type: type, path: path, log: log).run()
            OwnNameLint(type: type, path: path, log: log).run()
            DigestLint(catalog: catalog, type: type, path: path, log: log).run()
            OrderLint(catalog: catalog, type: type, path: path, log: log).run()
            RedeliveryLint(type: type, path: path, log: log).run()
            QuietHoursLint(catalog: catalog, type: type, path: path, log: log).run()
            PresenceLint(type: type, path: path, log: log).run()
            ImageLint(catalog: catalog, type: type, path: path, log: log).run()
            PrivacyLint(type: type, path: path, log: log).run()
            EntityLint(type: type, path: path, log: log).run()
            LinkLint(links: catalog.links, type: type, path: path, log: log).run()
            AudienceLint(catalog: catalog, type: type, path: path, log: log).run()
            ConditionLint(catalog: catalog, type: type, path: path, log: log).run()
            if let rule = type.schedule {
                ScheduleLint(catalog: catalog, type: type, rule: rule, path: path, log: log).run()
            }
        }
        lintCollapseKeys()
    }

    private func lintLinkPolicy() {
        guard log.has("links.fallback") else { return }
        let (links, fallback) = (catalog.links, catalog.links.fallback)
        if links.routes.isEmpty ? !links.isOwn(fallback) : !links.allows(fallback) {
            log.error(
                "links.fallback",
                "bad-link",
                "`\(catalog.links.fallback)` matches none of `links.routes`; add its route"
            )
        }
    }

    private func lintEntities() {
        for (id, entity) in catalog.entities {
            if isOwnAncestor(id) {
                log.error(
                    "entities.\(id).parent",
                    "parent-cycle",
                    "`\(id)` is its own ancestor; remove one of the parents, so that there is an outermost one"
                )
            }
            if let eta = entity.eta { EtaLint(catalog: catalog, type: id, entity: entity, rules: eta, log: log).run() }
            guard let parent = entity.parent, catalog.entities[parent] == nil else { continue }
            let hint = NearName.hint(for: parent.rawValue, among: catalog.entities.keys.map(\.rawValue))
            log.error("entities.\(id).parent", "unknown-entity", "unknown entity type `\(parent)`\(hint)")
        }
    }

    private func isOwnAncestor(_ id: EntityTypeID) -> Bool {
        var ancestor = catalog.entities[id]?.parent
        for _ in catalog.entities {
            guard let next = ancestor else { return false }
            if next == id { return true }
            ancestor = catalog.entities[next]?.parent
        }
        return false
    }

    private func lintCategories() {
        let roles = RoleNames(catalog)
        for category in catalog.categories {
            let path = "categories.\(category.id)"
            if !catalog.types.contains(where: { $0.category == category.id }) {
                log.warn(path, "empty-category", "no type has this category; the switch would have no effect")
            }
            if case .roles(let bound, let types) = category.mandatory {
                for type in types.sorted() where catalog.entities[type] == nil {
                    let hint = NearName.hint(for: type.rawValue, among: catalog.entities.keys.map(\.rawValue))
                    log.error("\(path).mandatory.of", "unknown-entity", "unknown entity type `\(type)`\(hint)")
                }
                for role in bound.sorted() { roles.check(role, "\(path).mandatory.roles", log) }
            }
        }
    }

    private func lintCategory(of type: NotificationType, _ path: String) {
        guard !type.category.rawValue.isEmpty else { return }
        guard let category = catalog.category(type.category) else {
            let hint = NearName.hint(for: type.category.rawValue, among: catalog.categories.map(\.id.rawValue))
            log.error("\(path).category", "unknown-category", "unknown category `\(type.category)`\(hint)")
            return
        }
        // The operating system can still refuse a push, so a mandatory type needs another way (C08), unless it shows nothing.
        guard category.mandatory != .never, type.fallback == Fallback.none, !type.silent else { return }
        log.error(
            "\(path).fallback",
            "mandatory-without-fallback",
            "category `\(category.id)` is mandatory, so an undeliverable push must appear in the inbox; add `fallback: inApp`"
        )
    }

    /// A push service may keep only so many collapse keys for each device.
    private func lintCollapseKeys() {
        let limits = catalog.routes.compactMap { route in route.collapseKeyLimit.map { (name: route.name, keys: $0) } }
        guard let limit = limits.min(by: { $0.keys < $1.keys }) else { return }
        var keys: Set<String> = []
        for type in catalog.types {
            guard let collapse = type.collapse, keys.insert(collapse.source).inserted, keys.count > limit.keys else {
                continue
            }
            log.error(
                "types.\(type.id).collapse",
                "too-many-collapse-keys",
                "\(limit.name) keeps \(NumberWord.of(limit.keys)) collapse keys for each device and this is number \(keys.count); share one or remove it"
            )
        }
    }
}
