import PealCore
import PealStore

/// Renders the content of one trigger's notifications, once per locale and zone (design §2, Compose).
struct CopyRenderer {
    private let catalog: Catalog
    private let type: NotificationType
    private let trigger: Trigger
    private let parent: EntityRef?
    private let formatting: TextFormatting
    private let isPersonal: Bool
    private var rendered: [Reader: NotificationContent] = [:]
    private var resolved: [String: String] = [:]

    private struct Reader: Hashable {
        var locale: String
        var zone: String
        var user: UserID?
    }

    init(catalog: Catalog, type: NotificationType, trigger: Trigger, parent: EntityRef?, formatting: TextFormatting) {
        self.catalog = catalog
        self.type = type
        self.trigger = trigger
        self.parent = parent
        self.formatting = formatting
        isPersonal = type.uses(variable: "recipientId")
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

    /// What a push says that stands for several notifications, this one the newest of them.
    func bundle(_ copy: BundleCopy, count: Int, for user: UserID, locale: String, zone: String) -> BundleText {
        let resolved = (copy.body ?? copy.title)?.resolve(locale) ?? locale
        let formattingLocale = locale.hasPrefix(resolved) ? locale : resolved
        let value = { (name: String, formatter: Template.Formatter?) -> String in
            name == "count"
                ? formatting.text(of: .integer(Int64(count)), formatter: nil, locale: formattingLocale, zone: zone)
                : text(name, formatter, user, locale: formattingLocale, zone: zone)
        }
        return BundleText(
            title: form(of: copy.title, locale, count: count)?.render(budget: catalog.budgets.title, value)
                ?? catalog.name,
            body: form(of: copy.body, locale, count: count)?.render(budget: catalog.budgets.body, value)
                ?? (count == 1 ? "1 new notification" : "\(count) new notifications")
        )
    }

    /// What a recipient reads.
    mutating func content(for user: UserID, locale: String, zone: String) -> NotificationContent {
        let resolved = resolve(locale)
        // The copy's locale formats too, except that a region the reader named is kept: en-GB reads en copy with 24 h times.
        let formattingLocale = locale.hasPrefix(resolved) ? locale : resolved
        let reader = Reader(locale: formattingLocale, zone: zone, user: isPersonal ? user : nil)
        if let known = rendered[reader] { return known }
        let content = render(user, copy: locale, formattingLocale: formattingLocale, zone: zone)
        if rendered.count < 256 { rendered[reader] = content }
        return content
    }

    private func render(_ user: UserID, copy locale: String, formattingLocale: String, zone: String)
        -> NotificationContent
    {
        let value = { (name: String, formatter: Template.Formatter?) -> String in
            text(name, formatter, user, locale: formattingLocale, zone: zone)
        }
        let title = form(of: type.title, locale)
        let body = form(of: type.body, locale)
        let fullTitle = title?.render(value) ?? ""
        let fullBody = body?.render(value) ?? ""
        let fittedTitle = title?.render(budget: catalog.budgets.title, value) ?? ""
        let fittedBody = body?.render(budget: catalog.budgets.body, value) ?? ""
        let link = catalog.links.link(from: type.link) { name in plain(name, user) }
        return NotificationContent(
            title: fullTitle,
            body: fullBody,
            pushTitle: fittedTitle == fullTitle ? nil : fittedTitle,
            pushBody: fittedBody == fullBody ? nil : fittedBody,
            link: link,
            thread: thread(for: user),
            collapse: type.collapse.map { $0.render { name, _ in plain(name, user) } },
            locale: type.title.resolve(locale)
        )
    }

    /// The copy's locale of a reader's; a page has few of them, and looking one up takes longer than rendering.
    private mutating func resolve(_ locale: String) -> String {
        if let known = resolved[locale] { return known }
        let found = type.title.resolve(locale)
        if resolved.count < 256 { resolved[locale] = found }
        return found
    }

    /// The template a reader gets, in the form that its counted variable takes in their language.
    private func form(of copy: LocalizedTemplate?, _ locale: String, count: Int? = nil) -> Template? {
        guard let copy else { return nil }
        let written = copy.resolve(locale)
        guard let template = copy.byLocale[written], let plural = template.plural else { return copy.byLocale[written] }
        guard let number = operands(of: plural.variable, count: count) else { return template.form(.other) }
        return template.form(PluralRules(locale: written).category(of: number))
    }

    private func operands(of name: String, count: Int?) -> PluralOperands? {
        if name == "count", let count { return PluralOperands(Int64(count)) }
        guard let declaration = type.variables.first(where: { $0.name == name }), let json = trigger.data[name] else {
            return nil
        }
        return switch try? VariableValue(json: json, as: declaration.type) {
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
        guard let declaration = type.variables.first(where: { $0.name == name }) else { return plain(name, user) }
        guard let json = trigger.data[name], json != .null,
            let value = try? VariableValue(json: json, as: declaration.type)
        else { return "" }
        return formatting.text(of: value, formatter: formatter, locale: locale, zone: zone)
    }

    private func plain(_ name: String, _ user: UserID) -> String {
        switch name {
        case "entityId": trigger.entity?.id ?? ""
        case "parentId": parent?.id ?? ""
        case "recipientId": user.rawValue
        case "transition": trigger.transition ?? ""
        default: declared(name)
        }
    }

    private func declared(_ name: String) -> String {
        guard let declaration = type.variables.first(where: { $0.name == name }), let json = trigger.data[name],
            let value = try? VariableValue(json: json, as: declaration.type)
        else { return "" }
        return value.plain
    }
}
