import PealCore

/// Renders the content of one trigger's notifications, once per locale and zone (design §2, Compose).
struct CopyRenderer {
    private let catalog: Catalog
    private let type: NotificationType
    private let trigger: Trigger
    private let parent: EntityRef?
    private let formatting: TextFormatting
    /// The instant of the notification.
    private let now: Timestamp
    private let isPersonal: Bool
    private var rendered: [Reader: NotificationContent] = [:]
    private var resolved: [String: Locales] = [:]

    private struct Reader: Hashable {
        var locales: Locales
        var zone: String
        var user: UserID?
        var hasButtons: Bool
    }

    /// Title and body may be translated into different locales: each follows its own.
    private struct Locales: Hashable {
        var title: CopyLocale
        var body: CopyLocale
    }

    init(
        catalog: Catalog,
        type: NotificationType,
        trigger: Trigger,
        parent: EntityRef?,
        formatting: TextFormatting,
        now: Timestamp
    ) {
        self.catalog = catalog
        self.type = type
        self.trigger = trigger
        self.parent = parent
        self.formatting = formatting
        self.now = now
        isPersonal = type.uses(variable: "recipientId") || trigger.data[OtherMembers.key] != nil
    }

    /// The thread of a recipient's notification, needed before the decision because mutes look at it.
    func thread(for user: UserID) -> String? {
        type.thread.map { $0.render { name, _ in plain(name, user) } }
    }

    /// What names the window of a recipient's digest.
    func digestKey(for user: UserID) -> String? {
        type.digest.map { digest in
            digest.key.render { name, _ in
                switch name {
                case "type": trigger.type.rawValue
                case "entity": trigger.entity?.description ?? ""
                default: plain(name, user)
                }
            }
        }
    }

    /// What a push says that stands for several notifications, this one the newest of them; `sums` are over all of them.
    func digest(
        _ copy: DigestCopy,
        count: Int,
        sums: [String: VariableValue] = [:],
        for user: UserID,
        locale: String,
        zone: String
    ) -> DigestText {
        let value = { (formats: String) in
            { (name: String, formatter: Template.Formatter?) -> String in
                let number =
                    name == "count" ? .integer(Int64(count)) : Template.summedVariable(name).flatMap { sums[$0] }
                guard let number else { return text(name, formatter, user, locale: formats, zone: zone) }
                return formatting.text(of: number, formatter: formatter, locale: formats, zone: zone)
            }
        }
        let (titleLocale, bodyLocale) = (copy.title?.locale(for: locale), copy.body?.locale(for: locale))
        return DigestText(
            title: form(of: copy.title, titleLocale, count: count)?
                .render(budget: catalog.budgets.title, value(titleLocale?.formats ?? locale)) ?? catalog.name,
            body: form(of: copy.body, bodyLocale, count: count)?
                .render(budget: catalog.budgets.body, value(bodyLocale?.formats ?? locale))
                ?? counted(count, "new notification")
        )
    }

    /// What a recipient reads.
    /// - Parameters:
    ///   - user: who.
    ///   - locale: the locale they read.
    ///   - zone: the time zone they are in.
    ///   - hasButtons: whether they get the buttons of the type.
    /// - Returns: the content.
    mutating func content(for user: UserID, locale: String, zone: String, hasButtons: Bool = true)
        -> NotificationContent
    {
        let locales = locales(of: locale)
        let reader = Reader(locales: locales, zone: zone, user: isPersonal ? user : nil, hasButtons: hasButtons)
        if let known = rendered[reader] { return known }
        var content = render(user, locales, zone: zone)
        if !hasButtons, !type.actions.isEmpty { content.text.actions = ActionContent.withheld }
        if rendered.count < 256 { rendered[reader] = content }
        return content
    }

    private func render(_ user: UserID, _ locales: Locales, zone: String) -> NotificationContent {
        let (fullTitle, fittedTitle) = render(type.title, locales.title, catalog.budgets.title, user, zone)
        let (fullBody, fittedBody) = render(type.body, locales.body, catalog.budgets.body, user, zone)
        return NotificationContent(
            text: NotificationText(
                title: fullTitle,
                body: fullBody,
                pushTitle: fittedTitle == fullTitle ? nil : fittedTitle,
                pushBody: fittedBody == fullBody ? nil : fittedBody,
                actions: actions(for: user),
                data: type.silent ? SilentData.encode(trigger.data, of: type) : nil
            ),
            link: catalog.links.link(from: type.link) { name in given(name, user) },
            thread: thread(for: user),
            group: type.group.map { $0.render { name, _ in plain(name, user) } },
            collapse: type.collapse.map { $0.render { name, _ in plain(name, user) } },
            locale: locales.title.copy
        )
    }

    /// One text in full, and fitted to a push.
    private func render(
        _ copy: LocalizedTemplate,
        _ locale: CopyLocale,
        _ budget: Int?,
        _ user: UserID,
        _ zone: String
    ) -> (full: String, fitted: String) {
        guard let template = form(of: copy, locale) else { return ("", "") }
        let value = { (name: String, formatter: Template.Formatter?) -> String in
            text(name, formatter, user, locale: locale.formats, zone: zone)
        }
        return (template.render(value), template.render(budget: budget, value))
    }

    /// What the buttons carry; `nil` where no button has a link or a payload of its own, or the app has no buttons.
    private func actions(for user: UserID) -> String? {
        guard catalog.features.actions else { return nil }
        return ActionContent.encode(
            type.actions.map { action in
                ActionContent(
                    id: action.id,
                    link: action.link.map { link in catalog.links.link(from: link) { given($0, user) } },
                    payload: action.payload.mapValues { value(of: $0, user) }
                )
            }
        )
    }

    private func value(of member: ActionDeclaration.Value, _ user: UserID) -> JSONValue {
        switch member {
        case .constant(let value): return value
        case .template(let template):
            if case .variable(let name, nil) = template.segments.first, template.segments.count == 1,
                type.variables.contains(where: { $0.name == name })
            {
                return trigger.data[name] ?? .null
            }
            return .string(template.render { name, _ in plain(name, user) })
        }
    }

    /// The locales of a reader's texts; a page has few of them, and looking one up takes longer than rendering.
    private mutating func locales(of reader: String) -> Locales {
        if let known = resolved[reader] { return known }
        let found = Locales(title: type.title.locale(for: reader), body: type.body.locale(for: reader))
        if resolved.count < 256 { resolved[reader] = found }
        return found
    }

    /// The template a reader gets, in the form that its counted variable takes in its language.
    private func form(of copy: LocalizedTemplate?, _ locale: CopyLocale?, count: Int? = nil) -> Template? {
        guard let copy, let written = locale?.copy else { return nil }
        guard let template = copy.byLocale[written], let plural = template.plural else { return copy.byLocale[written] }
        return template.form(for: operands(of: plural.variable, count: count), locale: written)
    }

    private func operands(of name: String, count: Int?) -> PluralOperands? {
        if name == "count", let count { return PluralOperands(Int64(count)) }
        return switch type.value(of: name, in: trigger.data) {
        case .integer(let number): PluralOperands(number)
        case .number(let number): PluralOperands(number)
        default: nil
        }
    }

    private func text(
        _ name: String,
        _ formatter: Template.Formatter?,
        _ user: UserID,
        locale: String,
        zone: String
    ) -> String {
        guard let declaration = type.variables.first(where: { $0.name == name }) else {
            return formatting.text(of: plain(name, user), locale: locale)
        }
        guard let value = declaration.value(in: trigger.data) ?? other(declaration, for: user) else {
            return declaration.defaultText?.text(for: locale) ?? ""
        }
        return formatting.text(of: value, formatter: formatter, locale: locale, zone: zone, now: now)
    }

    /// The name of the entity's other member.
    private func other(_ declaration: VariableDeclaration, for user: UserID) -> VariableValue? {
        guard declaration.isOtherMember else { return nil }
        return trigger.data[OtherMembers.key]?.object?[user.rawValue]?.string.map { .string($0) }
    }

    private func plain(_ name: String, _ user: UserID) -> String { given(name, user) ?? "" }

    /// The text of a variable; `nil` when it was omitted.
    private func given(_ name: String, _ user: UserID) -> String? {
        switch name {
        case "entityId": trigger.entity?.id
        case "parentId": parent?.id
        case "recipientId": user.rawValue
        case "transition": trigger.transition
        default:
            type.variables.first { $0.name == name }.flatMap { $0.value(in: trigger.data) ?? other($0, for: user) }?
                .plain
        }
    }
}
