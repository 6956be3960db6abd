import PealCore

/// Reads the whole file.
///
/// Where a part does not fit, the log says so and a neutral value stands in, so that one reading finds
/// everything; the caller drops the catalog when there were errors.
struct CatalogSection {
    let field: Field
    /// The push services and channels there are.
    let providers: Providers
    /// The zones there are; `nil` takes every name.
    var zones: ZoneNames?

    private static let keys = [
        "app", "name", "locales", "timeZone", "features", "links", "providers", "priorityAliases", "defaults", "badge",
        "permission", "presentation", "retention", "retry", "onUnknown", "quietHours", "budgets", "devices", "entities",
        "categories", "types", "limits", "urgency", "sounds", "appearance", "androidChannels", "inbox", "mute",
        "alerts", "unreadable",
    ]

    func read() -> Catalog? {
        guard let fields = field.mapping(Self.keys) else { return nil }
        let policies = PolicySection(fields: fields)
        let locales = readLocales(fields)
        let copy = CopySection(locales: locales)
        let usual = ChannelSwitches(of: providers.channels)
        let defaults =
            fields["defaults"].map { PolicySection.switches($0, from: usual, further: ["bypass", "redeliver"]) }
            ?? usual
        let features = policies.features()
        let entities = EntitySection(copy: copy).read(fields["entities"])
        var catalog = Catalog(
            app: AppID(fields.required("app", hint: "add the app's id, such as `app: reports`")?.string(.id) ?? ""),
            name: fields.required("name", hint: "add the app's display name")?.string() ?? "",
            locales: locales,
            timeZone: fields.required("timeZone", hint: "add a time zone, such as `timeZone: Europe/Berlin`")?
                .zone(of: zones) ?? "Etc/UTC",
            links: policies.links(),
            providers: policies.providers(among: providers),
            installed: providers,
            staleAfter: policies.staleAfter(),
            categories: CategorySection(copy: copy, defaults: defaults).read(fields),
            types: TypeSection(copy: copy, entities: entities, isRedelivered: policies.redelivers()).read(fields)
        )
        catalog.features = features
        catalog.priorityAliases = policies.priorityAliases()
        catalog.preferenceDefaults = defaults
        catalog.badge = policies.badge()
        catalog.urgency = fields["urgency"]?.choice(UrgencyPolicy.self) ?? .asPriority
        catalog.sounds = fields["sounds"].map(SoundSection.read) ?? [:]
        catalog.appearance = fields["appearance"].map(AppearanceSection.read) ?? Appearance()
        catalog.unreadable = fields["unreadable"].map(copy.unreadable) ?? .standard
        catalog.androidChannels = AndroidChannelSection(copy: copy).read(fields["androidChannels"])
        catalog.permission = PermissionSection(copy: copy).read(fields["permission"])
        catalog.presentation = policies.presentation()
        catalog.retention = RetentionSection.read(fields["retention"])
        catalog.retry = fields["retry"].flatMap { RetrySection.read($0) } ?? .standard
        catalog.onUnknown = fields["onUnknown"].flatMap { PolicySection.onUnknown($0) } ?? .resend
        catalog.quietHours = policies.quietHours()
        catalog.budgets = policies.budgets()
        catalog.limits = LimitSection(copy: copy, zones: zones).read(fields["limits"])
        catalog.entities = entities
        catalog.readOn = policies.readOn()
        catalog.mute = policies.mute()
        catalog.throttledRetry = RetrySection.throttled(fields["retry"]) ?? .free
        catalog.defaultBypass = policies.defaultBypass()
        catalog.alerts = AlertSection.read(fields["alerts"])
        return catalog
    }

    private func readLocales(_ fields: Fields) -> [String] {
        guard let field = fields.required("locales", hint: "list the locales of the texts, the default first"),
            let items = field.list()
        else { return [] }
        if items.isEmpty { field.error("bad-value", "list at least one locale") }
        return uniqueNames(items, shape: .locale)
    }
}

/// Reads names of a shape and reports those that stand twice.
func uniqueNames(_ items: [Field], shape: NameShape) -> [String] {
    var names: [String] = []
    for item in items {
        guard let name = item.string(shape) else { continue }
        if names.contains(name) {
            item.error("duplicate-id", "duplicate `\(name)`; remove one")
        } else {
            names.append(name)
        }
    }
    return names
}
