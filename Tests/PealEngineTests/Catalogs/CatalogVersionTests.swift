import PealCore
import PealEngine
import PealSQL
import PealSQLite
import PealStore
import PealTesting
import Testing

@Suite("Versions of a catalog on disk")
struct CatalogVersionTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let app: AppID = "reports"

    private static func file(_ hash: UInt8, _ yaml: String, _ store: SQLiteStore) async throws -> Int {
        try await store.publish(app: app, fileHash: [hash], yaml: yaml, now: now).record.version
    }

    private static func keep(_ yaml: String, draft: Bool = false, expected: Int? = nil, _ store: SQLiteStore)
        async throws
        -> CatalogKeeping
    {
        let text = CatalogText(yaml: yaml, author: "ci", isDraft: draft, expected: expected)
        return try await store.keep(text, app: app, now: now)
    }

    private static func version(_ keeping: CatalogKeeping?) -> Int? {
        if case .kept(let record)? = keeping { record.version } else { nil }
    }

    @Test("a published edit wins until the file changes")
    func bootRule() async throws {
        try await SQLiteStore.withTemporary { store async throws in
            #expect(try await Self.file(1, "one", store) == 1)
            #expect(Self.version(try await Self.keep("edit", store)) == 2)
            #expect(try await Self.file(1, "one", store) == 2, "the file has not changed: the edit stays in force")
            #expect(try await Self.file(2, "two", store) == 3)
            #expect(try await store.catalogs(app: Self.app).map(\.yaml) == ["one", "edit", "two"])
        }
    }

    @Test("a draft is not among what is in force, and a start does not publish it")
    func drafts() async throws {
        try await SQLiteStore.withTemporary { store async throws in
            _ = try await Self.file(1, "one", store)
            #expect(Self.version(try await Self.keep("draft", draft: true, store)) == 2)
            #expect(try await Self.file(1, "one", store) == 1)
            #expect(try await store.catalogs(app: Self.app).map(\.version) == [1])
            let published = try await store.publishDraft(2, app: Self.app, reviewedBy: "Ada", now: Self.now)
            #expect(Self.version(published) == 2)
            let found = try #require(try await store.catalog(version: 2, app: Self.app))
            #expect(found.record.reviewedBy == "Ada")
            #expect(found.record.author == "ci")
            #expect(found.record.publishedAt == Self.now)
            #expect(found.yaml == "draft")
            #expect(try await store.catalogs(app: Self.app).map(\.version) == [1, 2])
            #expect(
                try await store.publishDraft(2, app: Self.app, reviewedBy: "Bo", now: Self.now)
                    == .unchanged(found.record)
            )
            #expect(try await store.publishDraft(9, app: Self.app, reviewedBy: "Bo", now: Self.now) == nil)
            #expect(try await store.publishDraft(2, app: "match", reviewedBy: "Bo", now: Self.now) == nil)
        }
    }

    @Test("a draft older than what is in force, and an edit of another version, change nothing")
    func overtaken() async throws {
        try await SQLiteStore.withTemporary { store async throws in
            _ = try await Self.file(1, "one", store)
            _ = try await Self.keep("draft", draft: true, store)
            _ = try await Self.keep("edit", store)
            let draft = try await store.publishDraft(2, app: Self.app, reviewedBy: "Ada", now: Self.now)
            #expect(draft == .overtaken(inForce: 3))
            #expect(try await Self.keep("mine", expected: 1, store) == .overtaken(inForce: 3))
            #expect(Self.version(try await Self.keep("mine", expected: 3, store)) == 4)
            let same = try await Self.keep("mine", store)
            guard case .unchanged(let record) = same else { return #expect(Bool(false), "\(same)") }
            #expect(record.version == 4)
        }
    }

    @Test("of drafts the newest twenty are kept, and no number is given twice")
    func bounded() async throws {
        try await SQLiteStore.withTemporary { store async throws in
            _ = try await Self.file(1, "one", store)
            for number in 2...30 { _ = try await Self.keep("draft \(number)", draft: true, store) }
            #expect(Self.version(try await Self.keep("edit", store)) == 31)
            let records = try await store.catalogRecords(app: Self.app, page: PageRequest(limit: 100)).items
            #expect(records.map(\.version) == Array((11...31).reversed()) + [1])
        }
    }

    @Test("the list is read in pages, newest first")
    func pages() async throws {
        try await SQLiteStore.withTemporary { store async throws in
            for number in 1...7 { _ = try await Self.keep("text \(number)", store) }
            var (versions, cursor): ([Int], String?) = ([], nil)
            repeat {
                let page = try await store.catalogRecords(app: Self.app, page: PageRequest(limit: 3, after: cursor))
                versions += page.items.map(\.version)
                cursor = page.next
            } while cursor != nil
            #expect(versions == [7, 6, 5, 4, 3, 2, 1])
        }
    }

    private static func submission(_ number: UInt64, dueAt: Timestamp) -> TriggerSubmission {
        let trigger = Trigger(
            id: TriggerID(UUIDv7(milliseconds: UInt64(now.milliseconds), random: (number, number))),
            app: app,
            type: "assigned",
            audience: .all,
            data: [:],
            dueAt: dueAt,
            acceptedAt: now,
            catalogVersion: 1
        )
        return TriggerSubmission(trigger: trigger, sealedData: [1], entities: [], claim: nil)
    }

    @Test("recorded triggers are those accepted within the time, due by now and not cancelled, in pages")
    func traffic() async throws {
        try await SQLiteStore.withTemporary { store async throws in
            let now = Self.now
            let stated = (1...5).map { Self.submission($0, dueAt: now) }
            let later = Self.submission(6, dueAt: now + .seconds(3600))
            _ = try await store.accept(stated + [later], answer: nil)
            let ids = stated.map(\.trigger.id)
            let cancel = Change.beginCancel(ids[1], in: .beforeFanOut, CancelStart(in: .beforeFanOut), at: now)
            #expect(try await store.apply([ChangeGroup(app: Self.app, [cancel])]).map(\.isApplied) == [true])
            let window = (now - .seconds(60))..<(now + .seconds(1))
            let first = try await store.recordedTriggers(app: Self.app, within: window, after: nil, limit: 2)
            #expect(first.map(\.trigger.id) == [ids[0], ids[2]])
            let rest = try await store.recordedTriggers(app: Self.app, within: window, after: ids[2], limit: 9)
            #expect(rest.map(\.trigger.id) == [ids[3], ids[4]])
            let after = (now + .seconds(1))..<(now + .seconds(2))
            #expect(try await store.recordedTriggers(app: Self.app, within: after, after: nil, limit: 9).isEmpty)
            #expect(try await store.recordedTriggers(app: "match", within: window, after: nil, limit: 9).isEmpty)
        }
    }
}
