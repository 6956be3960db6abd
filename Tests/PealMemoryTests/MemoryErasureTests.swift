import PealCore
import Testing

@testable import PealMemory
@testable import PealTesting

@Suite("An erasure in memory")
struct MemoryErasureTests {
    private static let secret: UserID = "henrietta-lingers-nowhere"

    /// What a store holds, written out.
    private static func text(of store: MemoryStore) -> String {
        var contents = store.contents
        // Their names refuse the calls of erased users; a store with files keeps hashes.
        for app in contents.apps { contents[app].erased = [:] }
        var text = ""
        dump(contents, to: &text)
        return text
    }

    @Test("No row names an erased user")
    func rows() async throws {
        let store = MemoryStore()
        let scene = StoreScene(store: store)
        try await scene.holdings(of: Self.secret)
        let before = Self.text(of: store)
        #expect(before.split(separator: Self.secret.rawValue).count > 15)
        let report = try #require(try await store.eraseUser(Self.secret, app: scene.app, now: scene.now))
        #expect(report.devices == 1 && report.memberships == 1 && report.mutes == 1 && report.preferences)
        #expect(!Self.text(of: store).contains(Self.secret.rawValue))
        #expect(try await store.admission(of: Self.secret, app: scene.app, now: scene.now).isErased)
    }
}
