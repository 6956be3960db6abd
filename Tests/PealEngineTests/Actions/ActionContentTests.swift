import PealCatalog
import PealCore
import Testing

@testable import PealEngine

@Suite("What a notification's texts and buttons are rendered from")
struct ActionContentTests {
    private static let catalog = """
        app: app
        name: App
        locales: [en, de]
        timeZone: Europe/Berlin
        links: {scheme: app, routes: [/, "/events/{id}", "/events/{id}/cancel"], fallback: /}
        providers: [fcm]
        entities: {event: {}}
        categories: {news: {title: {en: News, de: Neues}}}
        types:
          late:
            category: news
            audience: {allow: [users]}
            title: {en: "Late by {{minutes | number}} since {{since | date}}"}
            body: {en: "Since {{since | date}}", de: "Seit {{since | date}}"}
            link: /events/{{entityId}}
            thread: event/{{entityId}}
            group: events
            actions:
              - {id: open, title: {en: Open, de: Öffnen}, kind: open-app}
              - id: cancel
                title: {en: Cancel, de: Absagen}
                kind: quick-reply
                link: /events/{{entityId}}/cancel
                payload: {status: cancelled, minutes: "{{minutes}}", text: "by {{minutes}} of {{entityId}}", fee: 2.5, now: true}
              - {id: later, title: {en: Later, de: Später}, kind: dismiss}
            data:
              minutes: {type: integer, example: 5}
              since: {type: instant, example: "2026-11-20T18:00:00Z"}
        """

    private func renderer() throws -> CopyRenderer {
        let reading = CatalogReader.read(yaml: Self.catalog, file: "app.yaml")
        let catalog = try #require(reading.catalog, "\(reading.findings)")
        let type = try #require(catalog.type("late"))
        let now = Timestamp(seconds: 1_900_000_000)
        var trigger = Trigger(
            id: TriggerID(UUIDv7(milliseconds: 1, random: (0, 1))),
            app: "app",
            type: "late",
            audience: .users(["ann"]),
            data: ["minutes": .integer(15), "since": .string("2030-03-17T17:46:40Z")],
            dueAt: now,
            acceptedAt: now,
            catalogVersion: 1
        )
        trigger.entity = EntityRef(type: "event", id: "e 1")
        return CopyRenderer(
            catalog: catalog,
            type: type,
            trigger: trigger,
            parent: nil,
            formatting: TextFormatting(),
            now: trigger.dueAt
        )
    }

    @Test("a button's link is escaped, and its payload keeps the types of constants and variables")
    func actions() throws {
        var renderer = try renderer()
        let content = renderer.content(for: "ann", locale: "en", zone: "UTC")
        let actions = ActionContent.decode(content)
        #expect(actions.keys.sorted() == ["cancel"])
        #expect(actions["cancel"]?.link == "/events/e%201/cancel")
        #expect(
            actions["cancel"]?.payload == [
                "status": .string("cancelled"), "minutes": .integer(15), "text": .string("by 15 of e 1"),
                "fee": .number(2.5), "now": .bool(true),
            ]
        )
        #expect(content.group == "events")
        #expect(content.thread == "event/e 1")
    }

    @Test("what no button carries is not stored, and what is stored is read back")
    func coding() {
        let content = { actions in
            NotificationContent(text: NotificationText(title: "", body: "", actions: actions), link: "", locale: "en")
        }
        #expect(ActionContent.encode([]) == nil)
        #expect(ActionContent.encode([ActionContent(id: "a"), ActionContent(id: "b")]) == nil)
        let action = ActionContent(id: "a", link: "/x", payload: ["n": .integer(1)])
        #expect(ActionContent.decode(content(ActionContent.encode([action, ActionContent(id: "b")]))) == ["a": action])
        #expect(ActionContent.decode(content(nil)).isEmpty)
        #expect(ActionContent.decode(content("broken")).isEmpty)
    }

    @Test("two readers of one title in different languages get each their own body, whoever is first")
    func locales() throws {
        var renderer = try renderer()
        for _ in 1...2 {
            let german = renderer.content(for: "ann", locale: "de", zone: "UTC")
            let english = renderer.content(for: "bob", locale: "en", zone: "UTC")
            #expect(german.text.title == "Late by 15 since Mar 17, 2030")
            #expect(german.text.body.hasPrefix("Seit 17."))
            #expect(english.text.title == german.text.title)
            #expect(english.text.body == "Since Mar 17, 2030")
        }
    }
}
