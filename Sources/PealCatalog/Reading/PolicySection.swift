import PealCore

/// Reads what holds for a whole app.
struct PolicySection {
    let fields: Fields

    func features() -> Features {
        var features = Features()
        let keys = ["inbox", "actions", "quietHours", "broadcast", "richMedia"]
        guard let members = fields["features"]?.mapping(keys) else { return features }
        if let value = members["inbox"]?.bool() { features.inbox = value }
        if let value = members["actions"]?.bool() { features.actions = value }
        if let value = members["quietHours"]?.bool() { features.quietHours = value }
        if let value = members["broadcast"]?.bool() { features.broadcast = value }
        if let value = members["richMedia"]?.bool() { features.richMedia = value }
        return features
    }

    /// Schemes that mean something else to a browser or a phone: none of them is an app's own.
    private static let foreignSchemes: Set = [
        "http", "https", "javascript", "vbscript", "livescript", "data", "blob", "filesystem", "file", "about", "ftp",
        "intent",
        "content", "view-source", "mailto", "tel", "sms", "ws", "wss",
    ]

    func links() -> LinkPolicy {
        var policy = LinkPolicy(scheme: "", hosts: [], routes: [], fallback: "/")
        guard
            let field = fields.required(
                "links",
                hint: "add the links that the app opens (routes, scheme, hosts, fallback)"
            ),
            let members = field.mapping(["scheme", "hosts", "routes", "fallback", "webOrigin"])
        else { return policy }
        if let scheme = members["scheme"]?.string(.id) {
            if Self.foreignSchemes.contains(scheme) {
                members["scheme"]?.error(
                    "bad-value",
                    "`\(scheme)` is not a custom URL scheme; list web hosts under `hosts`"
                )
            }
            policy.scheme = scheme
        }
        policy.hosts = Set(members["hosts"]?.list().map { uniqueNames($0, shape: .host) } ?? [])
        if let routes = members.required("routes", hint: "list the app's paths, such as `/reports/{id}`")?.list() {
            policy.routes = uniqueNames(routes, shape: .route)
        }
        if let fallback = members.required("fallback", hint: "set the link for missing targets")?.string() {
            policy.fallback = fallback
        }
        policy.webOrigin = members["webOrigin"].flatMap(Self.webOrigin)
        return policy
    }

    /// `https://host[:port]`; `none` where the app has no web client.
    private static func webOrigin(_ field: Field) -> String? {
        guard let text = field.string(), text != "none" else { return nil }
        let rest = text.hasPrefix("https://") ? text.dropFirst(8) : ""
        let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let isPort = parts.count < 2 || UInt16(parts[1]).map { $0 > 0 } ?? false
        guard let host = parts.first, NameShape.host.accepts(String(host)), isPort else {
            field.error("bad-value", "expected an origin, such as `https://app.example`, without a path; or `none`")
            return nil
        }
        return text
    }

    func providers(among installed: Providers) -> [ProviderID] {
        guard let field = fields.required("providers", hint: "list providers in route order, such as `[fcm]`"),
            let items = field.list()
        else { return [] }
        if items.isEmpty { field.error("bad-value", "list at least one provider") }
        let known = installed.ids.map(\.rawValue)
        var seen: [String] = []
        for item in items {
            guard let name = item.string() else { continue }
            if !known.contains(name) {
                item.error(
                    "bad-value",
                    "unknown provider `\(name.prefix(64))`" + NearName.hint(for: name, among: known)
                )
            } else if seen.contains(name) {
                item.error("duplicate-id", "duplicate `\(name)`; remove one")
            } else {
                seen.append(name)
            }
        }
        return seen.map(ProviderID.init(rawValue:))
    }

    func priorityAliases() -> [String: Priority] {
        var aliases: [String: Priority] = [:]
        for (name, field) in fields["priorityAliases"]?.openMapping()?.all ?? [] {
            if Priority(rawValue: name) != nil {
                field.error("bad-value", "`\(name)` is a priority and cannot be an alias")
            } else if let priority = field.choice(Priority.self) {
                aliases[name] = priority
            }
        }
        return aliases
    }

    func badge() -> BadgeRule {
        guard let field = fields["badge"], let name = field.string() else { return .unseen }
        guard let rule = BadgeRule(rawValue: name) else {
            field.error(
                "bad-value",
                "unknown value `\(name.prefix(64))`" + NearName.hint(for: name, among: ["unread", "unseen"])
            )
            return .unseen
        }
        return rule
    }

    /// `inbox: {readOn: view}`.
    func readOn() -> ReadRule {
        fields["inbox"]?.mapping(["readOn"])?["readOn"]?.choice(ReadRule.self) ?? .tap
    }

    /// `mute: {counts: false, collapse: thread}`.
    func mute() -> MuteRules {
        var rules = MuteRules()
        guard let members = fields["mute"]?.mapping(["counts", "collapse"]) else { return rules }
        if let counts = members["counts"]?.bool() { rules.counts = counts }
        if let collapse = members["collapse"]?.choice(MuteRules.Collapse.self) { rules.collapse = collapse }
        return rules
    }

    func presentation() -> [String: [Priority: String]] {
        var table: [String: [Priority: String]] = [:]
        guard let states = fields["presentation"]?.mapping(["foreground", "background", "closed"]) else { return table }
        for (state, field) in states.all {
            guard let members = field.mapping(Priority.allCases.map(\.rawValue)) else { continue }
            for (name, item) in members.all {
                guard let priority = Priority(rawValue: name), let way = Self.presentation(item) else { continue }
                table[state, default: [:]][priority] = way
            }
        }
        return table
    }

    /// One way to show a notification.
    static func presentation(_ field: Field) -> String? {
        let ways = ["full-screen", "banner", "system", "silent"]
        guard let way = field.string() else { return nil }
        if !ways.contains(way) {
            field.error("bad-value", "unknown value `\(way.prefix(64))`" + NearName.hint(for: way, among: ways))
        }
        return way
    }

    func quietHours() -> QuietHoursPolicy? {
        guard let field = fields["quietHours"],
            let members = field.mapping(["default", "enabled", "editable", "action", "exempt"])
        else { return nil }
        var window: QuietWindow?
        if let span = members.required("default", hint: "add `default: {start: \"22:00\", end: \"08:00\"}`")?
            .mapping(["start", "end"])
        {
            let start = Self.time(span.required("start", hint: "set a time of day, such as \"22:00\""))
            let end = Self.time(span.required("end", hint: "set a time of day, such as \"08:00\""))
            if let start, let end { window = QuietWindow(start: start, end: end) }
        }
        var exempt: Set<Priority> = []
        if let list = members["exempt"]?.mapping(["priority"])?["priority"]?.oneOrMore() {
            exempt = Set(list.compactMap { $0.choice(Priority.self) })
        }
        guard let window else { return nil }
        return QuietHoursPolicy(
            window: window,
            enabledByDefault: members["enabled"]?.bool() ?? true,
            editable: members["editable"]?.bool() ?? true,
            action: members["action"]?.choice(QuietAction.self) ?? .defer,
            exempt: exempt
        )
    }

    func budgets() -> CopyBudgets {
        let platforms = Platform.allCases.map(\.rawValue)
        guard let members = fields["budgets"]?.mapping(["title", "body"] + platforms) else { return CopyBudgets() }
        let usual = Self.budget(members)
        var budgets = CopyBudgets(title: usual.title, body: usual.body)
        for platform in Platform.allCases {
            guard let own = members[platform.rawValue]?.mapping(["title", "body"]) else { continue }
            budgets.platforms[platform] = Self.budget(own)
        }
        return budgets
    }

    private static func budget(_ members: Fields) -> CopyBudget {
        CopyBudget(title: members["title"]?.integer(in: 10...200), body: members["body"]?.integer(in: 10...2000))
    }

    func staleAfter() -> Duration {
        fields["devices"]?.mapping(["staleAfter"])?["staleAfter"]?.duration() ?? .seconds(90 * 86_400)
    }

    /// What pushes of a priority bypass: `bypass: {deviceDnd: [high, critical]}`.
    func defaultBypass() -> [Bypass: Set<Priority>] {
        guard let field = fields["defaults"], case .mapping = field.node,
            let members = field.openMapping()?["bypass"]?.mapping([Bypass.deviceDnd.rawValue]),
            let priorities = members[Bypass.deviceDnd.rawValue]?.oneOrMore()
        else { return [:] }
        return [.deviceDnd: Set(priorities.compactMap { $0.choice(Priority.self) })]
    }

    /// Whether pushes that a device lost are sent once more, of types that do not say: `redeliver: true` in `defaults`.
    func redelivers() -> Bool {
        guard let field = fields["defaults"], case .mapping = field.node else { return false }
        return field.openMapping()?["redeliver"]?.bool() ?? false
    }

    /// Reads the switches of `base`, by the names of their channels.
    static func switches(
        _ field: Field,
        from base: ChannelSwitches,
        further keys: [String] = []
    ) -> ChannelSwitches {
        var switches = base
        let channels = base.all.map(\.channel)
        guard let members = field.mapping(channels.map(\.rawValue) + keys) else { return switches }
        for channel in channels {
            if let value = members[channel.rawValue]?.bool() { switches[channel] = value }
        }
        return switches
    }

    static func onUnknown(_ field: Field) -> UnknownPolicy? {
        guard let name = field.string() else { return nil }
        guard let policy = UnknownPolicy(rawValue: name) else {
            field.error(
                "bad-value",
                "unknown value `\(name.prefix(64))`" + NearName.hint(for: name, among: ["resend", "stop"])
            )
            return nil
        }
        return policy
    }

    private static func time(_ field: Field?) -> LocalTime? {
        guard let field, let text = field.string() else { return nil }
        guard let time = LocalTime(text) else {
            field.error("bad-value", "expected a time of day, such as \"22:00\"")
            return nil
        }
        return time
    }
}
