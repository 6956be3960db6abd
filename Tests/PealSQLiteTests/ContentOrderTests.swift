import GRDB
import PealCore
import PealStore
import Synchronization
import Testing

@testable import PealTesting

@Suite("Shared texts are stored in the order of their identifiers")
struct ContentOrderTests {
    /// What a store's writer inserted into `content`.
    private final class Inserts: Sendable {
        private let statements = Mutex<[String]>([])

        var all: [String] { statements.withLock { $0 } }

        func listen(to db: Database) {
            db.trace { event in
                guard case .statement(let statement) = event, statement.sql.hasPrefix("INSERT INTO content") else {
                    return
                }
                self.statements.withLock { $0.append(statement.expandedSQL) }
            }
        }
    }

    @Test("A page with many texts writes the same rows in the same order every time")
    func order() async throws {
        let inserts = Inserts()
        var configuration = Configuration()
        configuration.publicStatementArguments = true
        configuration.prepareDatabase { inserts.listen(to: $0) }
        try await withStore(configuration: configuration) { store in
            let scene = StoreScene(store: store)
            let users = (1...12).map { UserID("u\($0)") }
            for user in users { _ = try await store.ensureUser(user, app: scene.app, now: scene.now) }
            try await scene.accept(scene.submission(.users(users)))
            let pending = try #require(try await store.dueTriggers(now: scene.now, limit: 1).first)
            let notifications = users.map { user in
                var new = scene.notification(user)
                new.content.text = SealedText(shared: scene.id(), bytes: [1])
                return new
            }
            try await store.commit([
                FanOutPage(trigger: pending, notifications: notifications, cursor: users.last, isLast: true)
            ])
        }
        #expect(inserts.all.count == 12)
        #expect(inserts.all == inserts.all.sorted())
    }
}
