import PealCatalog
import PealCore
import PealEngine
import PealSQL
import PealSQLite
import PealTesting
import Testing

@Suite("Catalogs that need a review (R117)")
struct CatalogReviewTests {
    private static let ada = SecretKeyID(UUIDv7(milliseconds: 1, random: (0, 1)))
    private static let bob = SecretKeyID(UUIDv7(milliseconds: 1, random: (0, 2)))

    private static func publisher(_ store: SQLiteStore, reviewed: Set<AppID> = ["club"]) -> CatalogPublisher {
        CatalogPublisher(store: store, catalogs: CatalogRegistry(), reviewed: reviewed, now: { Timestamp(seconds: 1) })
    }

    /// What stands for every text; the publisher does not read them.
    private static let yaml = """
        app: club
        name: Club
        locales: [en]
        timeZone: UTC
        links: {scheme: club, routes: ["/"], fallback: /}
        providers: [fcm]
        categories:
          news: {key: news, title: News, description: News}
        types:
          said:
            category: news
            audience: {allow: [users]}
            priority: normal
            title: Said
            body: Said
            link: /
            ttl: 3h
        """

    private static func catalog() throws -> Catalog {
        try #require(CatalogReader.read(yaml: yaml, file: "club.yaml").catalog)
    }

    private static func text(
        _ yaml: String,
        by key: SecretKeyID,
        isDraft: Bool = true,
        restores: Int? = nil
    ) -> CatalogText {
        CatalogText(
            yaml: yaml,
            author: "key",
            authorKey: key,
            reviewedBy: isDraft ? nil : "Eve",
            restores: restores,
            isDraft: isDraft
        )
    }

    @Test("a draft is published by another key than the one that stored it, and by no other way")
    func draft() async throws {
        let store = try SQLiteStore.temporary()
        let (publisher, catalog) = (Self.publisher(store), try Self.catalog())
        await #expect(throws: ReviewRequired.notADraft) {
            _ = try await publisher.keep(Self.text("one", by: Self.ada, isDraft: false), of: catalog)
        }
        _ = try await publisher.keep(Self.text("one", by: Self.ada), of: catalog)
        await #expect(throws: ReviewRequired.ownAuthor) {
            _ = try await publisher.publishDraft(1, of: catalog, reviewedBy: "Bob", key: Self.ada)
        }
        #expect(try await store.catalogs(app: "club").isEmpty)
        _ = try await publisher.publishDraft(1, of: catalog, reviewedBy: "Bob", key: Self.bob)
        #expect(try await store.catalogs(app: "club").map(\.version) == [1])
        let record = try await store.catalog(version: 1, app: "club")?.record
        #expect(record?.authorKey == Self.ada)
        #expect(record?.reviewedBy == "Bob")
    }

    @Test("a version is brought back by another key than the one that it came with")
    func rollback() async throws {
        let store = try SQLiteStore.temporary()
        let (publisher, catalog) = (Self.publisher(store), try Self.catalog())
        for version in 1...2 {
            _ = try await publisher.keep(Self.text("text \(version)", by: Self.ada), of: catalog)
            _ = try await publisher.publishDraft(version, of: catalog, reviewedBy: "Bob", key: Self.bob)
        }
        await #expect(throws: ReviewRequired.ownAuthor) {
            _ = try await publisher.keep(
                Self.text("text 1", by: Self.ada, isDraft: false, restores: 1),
                of: catalog
            )
        }
        let restored = Self.text("text 1", by: Self.bob, isDraft: false, restores: 1)
        _ = try await publisher.keep(restored, of: catalog)
        #expect(try await store.catalogs(app: "club").map(\.version) == [1, 2, 3])
    }

    @Test("an app that requires no review publishes as before")
    func optional() async throws {
        let store = try SQLiteStore.temporary()
        let (publisher, catalog) = (Self.publisher(store, reviewed: ["other"]), try Self.catalog())
        _ = try await publisher.keep(Self.text("one", by: Self.ada, isDraft: false), of: catalog)
        _ = try await publisher.keep(Self.text("two", by: Self.ada), of: catalog)
        _ = try await publisher.publishDraft(2, of: catalog, reviewedBy: "Ada", key: Self.ada)
        #expect(try await store.catalogs(app: "club").count == 2)
    }
}
