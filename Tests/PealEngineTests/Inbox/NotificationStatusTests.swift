import PealCore
import Testing

@testable import PealEngine

@Suite("S0's one status of a notification (R190)")
struct NotificationStatusTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var pushes = true
        var states: Set<DeliveryState> = []
        var isDelivered = false
        var isRead = false
        var status: NotificationView.Status

        init(
            _ name: String,
            pushes: Bool = true,
            _ states: Set<DeliveryState> = [],
            delivered: Bool = false,
            read: Bool = false,
            _ status: NotificationView.Status
        ) {
            testDescription = name
            self.pushes = pushes
            self.states = states
            isDelivered = delivered
            isRead = read
            self.status = status
        }
    }

    static let examples = [
        Example("a row without a push is there", pushes: false, [], .delivered),
        Example("a held push", [], .pending),
        Example("waiting", [.pending], .pending),
        Example("in flight", [.sending], .pending),
        Example("the answer was lost", [.unknown], .pending),
        Example("accepted", [.accepted], .delivered),
        Example("accepted once and then erased from the table", delivered: true, .delivered),
        Example("one device of two accepted", [.accepted, .failed], .delivered),
        Example("one device still waits", [.failed, .pending], .pending),
        Example("all refused", [.failed], .failed),
        Example("all too late", [.expired], .failed),
        Example("refused and too late", [.failed, .expired], .failed),
        Example("withdrawn", [.cancelled], .failed),
        Example("read wins over failed", [.failed], read: true, .read),
        Example("read wins over delivered", [.accepted], delivered: true, read: true, .read),
        Example("read without a push", pushes: false, read: true, .read),
    ]

    private static func item(_ example: Example? = nil, type: TypeID = "assigned", locale: String = "en") -> InboxItem {
        let now = Timestamp(seconds: 1_800_000_000)
        var item = InboxItem(
            id: NotificationID(UUIDv7(milliseconds: 1, random: (0, 1))),
            triggerID: TriggerID(UUIDv7(milliseconds: 1, random: (0, 2))),
            type: type,
            category: "status",
            content: StoredContent(link: "/reports/r1", locale: locale),
            priority: .normal,
            pushes: example?.pushes ?? true,
            deliveryStates: example?.states ?? [],
            createdAt: now,
            contentVersion: 1
        )
        item.acceptedAt = example?.isDelivered == true ? now : nil
        item.readAt = example?.isRead == true ? now : nil
        return item
    }

    private static func view(_ item: InboxItem, _ catalog: Catalog) -> NotificationView {
        let content = NotificationContent(item.content, NotificationText(title: "T", body: "B"))
        return NotificationView(item, content: content, userID: "ann", catalog: catalog)
    }

    @Test("follows what became of its deliveries and whether it was read", arguments: examples)
    func status(_ example: Example) throws {
        let view = try Self.view(Self.item(example), UsersWorld.catalog())
        #expect(view.status == example.status)
        #expect(view.channels == (example.pushes ? ["push", "in-app"] : ["in-app"]))
    }

    @Test("Every state of a delivery has a status", arguments: DeliveryState.allCases)
    func everyState(_ state: DeliveryState) throws {
        let example = Example("", [state], .pending)
        let view = try Self.view(Self.item(example), UsersWorld.catalog())
        #expect((view.status == .delivered) == (state == .accepted))
        #expect(view.status != .read)
    }

    @Test("Buttons come in the language the content is in; only those that open the app lead somewhere")
    func actions() throws {
        var catalog = try UsersWorld.catalog()
        let view = Self.view(Self.item(locale: "de"), catalog)
        #expect(
            view.actions == [
                .init(id: "open", title: "Öffnen", kind: .openApp, link: "/reports/r1", payload: [:]),
                .init(id: "later", title: "Später", kind: .dismiss, link: nil, payload: [:]),
            ]
        )
        #expect(Self.view(Self.item(type: "gone"), catalog).actions.isEmpty)
        catalog.features.actions = false
        #expect(Self.view(Self.item(), catalog).actions.isEmpty)
    }

    @Test("A category the catalog dropped keeps its own name")
    func droppedCategory() throws {
        var catalog = try UsersWorld.catalog()
        #expect(Self.view(Self.item(), catalog).category == "report-status")
        catalog.categories.removeFirst()
        #expect(Self.view(Self.item(), catalog).category == "status")
    }
}
