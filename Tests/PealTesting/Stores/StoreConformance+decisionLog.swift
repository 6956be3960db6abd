import PealCore
import PealStore
import Testing

/// How decisions are read back.
extension StoreConformance {
    static var decisionLog: [Case] {
        [
            Case("a decision can be read back with its trace") { scene async throws in
                let id = try await scene.notify(["a", "b"]) { recipient in
                    recipient.userID == "a"
                        ? (.show, .hold(until: scene.now)) : (.hide(.muted), .suppress(.permissionDenied))
                }
                let filter = DecisionFilter(trigger: id)
                let all = try await scene.store.decisions(app: scene.app, filter: filter, page: PageRequest(limit: 5))
                #expect(all.items.map(\.userID) == ["b", "a"])
                #expect(all.items.map(\.push) == [.suppress(.permissionDenied), .hold(until: scene.now)])
                #expect(all.items.map(\.inApp) == [.hide(.muted), .show])
                #expect(all.items.allSatisfy { $0.policyVersion == 4 && $0.contentVersion == 3 && $0.trigger == id })
                #expect(all.items.first?.trace.steps.map(\.stage) == [.type, .audience])
                let first = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(type: "assigned"),
                    page: PageRequest(limit: 1)
                )
                #expect(first.items.map(\.userID) == ["b"])
                let second = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(),
                    page: PageRequest(limit: 1, after: first.next)
                )
                #expect(second.items.map(\.userID) == ["a"])
                for empty in [
                    DecisionFilter(user: "c"), DecisionFilter(user: "a", type: "resolved"),
                    DecisionFilter(since: scene.now + .seconds(1)),
                ] {
                    let none = try await scene.store.decisions(
                        app: scene.app,
                        filter: empty,
                        page: PageRequest(limit: 5)
                    )
                    #expect(none.items.isEmpty)
                }
                let of = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(user: "a"),
                    page: PageRequest(limit: 5)
                )
                #expect(of.items.map(\.userID) == ["a"])
            }
        ]
    }
}
