import PealCatalog
import PealCore
import Testing

@testable import PealEngine

/// A catalog with one type and a draft that fits it; a test changes both before the check.
struct DraftScene {
    var catalog: Catalog
    var draft: TriggerDraft
    var storedParent: EntityRef?
    var isEntityKnown = true

    static let now = Timestamp(seconds: 1_900_000_000)
    static let id = TriggerID(UUIDv7(milliseconds: 1, random: (0, 1)))
    static let order = EntityRef(type: "order", id: "o1")

    private static let yaml = """
        app: app
        name: App
        locales: [en]
        timeZone: UTC
        links: {scheme: app, routes: [/, "/orders/{id}"], fallback: /}
        providers: [fcm]
        priorityAliases: {urgent: high}
        entities:
          shop: {}
          order: {parent: shop, roles: [rider], statuses: [open, closed], times: [dueAt]}
        categories: {news: {title: News}}
        types:
          arrived:
            category: news
            audience: {default: owner, allow: [users, members, owner, all]}
            title: Arrived
            body: "{{item}} is here"
            link: /
            data:
              item: {type: string, example: Lamp}
              note: {type: text, example: At the door, optional: true}
              minutes: {type: integer, example: 5, optional: true}
              pieces: {type: number, example: 1.5, optional: true}
              done: {type: boolean, example: true, optional: true}
              price: {type: money, example: 25.00 USD, optional: true}
        """

    init() throws {
        let reading = CatalogReader.read(yaml: Self.yaml, file: "app.yaml")
        catalog = try #require(reading.catalog, "\(reading.findings)")
        draft = TriggerDraft(type: "arrived", entity: Self.order, data: ["item": .string("Lamp")])
    }

    /// The type of the draft.
    var type: NotificationType {
        get { catalog.types[0] }
        set { catalog.types[0] = newValue }
    }

    /// Checks the draft.
    func run() throws(IntakeProblem) -> (trigger: Trigger, claim: TriggerSubmission.Claim?) {
        var check = DraftCheck(
            catalog: catalog,
            draft: draft,
            storedParent: storedParent,
            isEntityKnown: isEntityKnown
        )
        return try check.run(id: Self.id, now: Self.now)
    }
}
