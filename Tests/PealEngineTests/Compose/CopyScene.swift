import PealCatalog
import PealCore
import Testing

@testable import PealEngine

/// One type of one catalog and one trigger of it, which a test changes before it renders them.
struct CopyScene {
    var catalog: Catalog
    var type: NotificationType
    var trigger: Trigger
    var parent: EntityRef? = EntityRef(type: "shop", id: "s1")

    private static let yaml = """
        app: app
        name: App
        locales: [en, de, pl]
        timeZone: Europe/Berlin
        links: {scheme: app, routes: [/, "/orders/{id}"], fallback: /}
        providers: [fcm]
        entities: {shop: {}, order: {parent: shop}}
        categories: {news: {title: {en: News, de: Neues, pl: Nowe}}}
        types:
          arrived:
            category: news
            audience: {allow: [users]}
            title: Arrived
            body: Arrived
            link: /
            data:
              item: {type: string, example: Lamp, optional: true, default: {en: something, de: etwas, pl: coś}}
              note: {type: text, example: At the door, optional: true}
              minutes: {type: integer, example: 5, optional: true}
              pieces: {type: number, example: 1.5, optional: true}
              done: {type: boolean, example: true, optional: true}
              at: {type: instant, example: "2026-11-20T18:05:00Z", optional: true}
              day: {type: date, example: "2026-11-20", optional: true}
              span: {type: duration, example: PT1H30M, optional: true}
              price: {type: money, example: 25.00 USD, optional: true}
        """

    /// A trigger about an order, with one transition and no variables.
    init() throws {
        let reading = CatalogReader.read(yaml: Self.yaml, file: "app.yaml")
        catalog = try #require(reading.catalog, "\(reading.findings)")
        type = try #require(catalog.type("arrived"))
        let now = Timestamp(seconds: 1_900_000_000)
        trigger = Trigger(
            id: TriggerID(UUIDv7(milliseconds: 1, random: (0, 1))),
            app: "app",
            type: "arrived",
            audience: .users(["ann"]),
            data: [:],
            dueAt: now,
            acceptedAt: now,
            catalogVersion: 1
        )
        trigger.entity = EntityRef(type: "order", id: "o1")
        trigger.transition = "t1"
    }

    /// Renders the trigger for one user.
    func content(for user: UserID = "ann", locale: String = "en", zone: String = "UTC") -> NotificationContent {
        var renderer = renderer
        return renderer.content(for: user, locale: locale, zone: zone)
    }

    /// A renderer that has rendered nothing yet.
    var renderer: CopyRenderer {
        CopyRenderer(
            catalog: catalog,
            type: type,
            trigger: trigger,
            parent: parent,
            formatting: TextFormatting(),
            now: trigger.dueAt
        )
    }

    /// Copy in English, and in other languages where they are named.
    static func copy(_ english: String, _ others: [String: String] = [:]) throws -> LocalizedTemplate {
        var templates = try others.mapValues { try Template($0) }
        templates["en"] = try Template(english)
        return LocalizedTemplate(byLocale: templates, fallbackLocale: "en")
    }

    /// A template with a form for each plural category, each marked by its category's name.
    static func forms(of variable: String, _ categories: [PluralCategory]) throws -> Template {
        var forms: [PluralCategory: Template] = [:]
        for category in categories { forms[category] = try Template("\(category.rawValue) {{\(variable)}}") }
        return try #require(Template(choosingBy: variable, among: forms))
    }
}
