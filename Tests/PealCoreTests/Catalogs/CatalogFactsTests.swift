import PealCore
import Testing

@Suite("What becomes of a catalog's text (R117)")
struct CatalogFactsTests {
    private static let now = Timestamp(seconds: 1_800_000_000)

    private static func record(_ version: Int, isDraft: Bool = false) -> CatalogRecord {
        CatalogRecord(version: version, savedAt: now, publishedAt: isDraft ? nil : now, author: "ci")
    }

    /// Version 1 came from a file, 2 is a draft, 3 an edit that is in force.
    private static let facts = CatalogFacts(
        inForce: record(3),
        text: "edit",
        newest: 3,
        fileHash: [1],
        drafts: [2],
        asked: record(2, isDraft: true)
    )

    private static let none = CatalogFacts(inForce: nil, text: nil, newest: 0, fileHash: nil, drafts: [])

    @Test("A file is published when it has changed since the last one, whatever was published meanwhile")
    func file() {
        let same = Self.facts.publishing(file: "one", hash: [1], at: Self.now)
        #expect(same.record == Self.record(3) && same.changes.isEmpty)
        for facts in [Self.facts, Self.none] {
            let plan = facts.publishing(file: "two", hash: [2], at: Self.now)
            let new = CatalogRecord(
                version: facts.newest + 1,
                savedAt: Self.now,
                publishedAt: Self.now,
                author: nil
            )
            #expect(plan.record == new)
            #expect(
                plan.changes == [
                    .catalog(.expect(inForce: facts.inForce?.version, newest: facts.newest)),
                    .catalog(.add(new, yaml: "two", fileHash: [2])),
                ]
            )
        }
    }

    @Test(
        "An edit is of the version that its author saw; the text that is in force makes no new one",
        arguments: [
            (nil, "new", .kept(record(4))), (3, "new", .kept(record(4))), (2, "new", .overtaken(inForce: 3)),
            (4, "new", .overtaken(inForce: 3)), (nil, "edit", .unchanged(record(3))),
            (3, "edit", .unchanged(record(3))), (1, "edit", .overtaken(inForce: 3)),
        ] as [(Int?, String, CatalogKeeping)]
    )
    func edit(expected: Int?, yaml: String, keeping: CatalogKeeping) {
        let text = CatalogText(yaml: yaml, author: "ci", expected: expected)
        let plan = Self.facts.keeping(text, at: Self.now)
        #expect(plan.keeping == keeping)
        #expect(plan.changes.isEmpty == (keeping != .kept(Self.record(4))))
    }

    @Test("Texts are the same by their bytes: a letter of one character is not one of two")
    func bytes() {
        var facts = Self.facts
        facts.text = "caf\u{E9}"
        let text = CatalogText(yaml: "cafe\u{301}", author: "ci")
        #expect(facts.keeping(text, at: Self.now).keeping == .kept(Self.record(4)))
    }

    @Test("Of drafts the newest twenty are kept", arguments: [0, 1, 18, 19, 20, 21, 40])
    func drafts(count: Int) {
        var facts = Self.facts
        facts.newest = 100
        facts.drafts = (0..<count).map { 100 - $0 }
        let plan = facts.keeping(CatalogText(yaml: "new", author: "ci", isDraft: true), at: Self.now)
        #expect(plan.keeping == .kept(Self.record(101, isDraft: true)))
        let dropped = plan.changes.compactMap { if case .catalog(.drop(let versions)) = $0 { versions } else { nil } }
        #expect(dropped == (count < 20 ? [] : [Array(facts.drafts.dropFirst(19))]))
        #expect(
            facts.keeping(CatalogText(yaml: "new", author: "ci"), at: Self.now).changes.count == 2,
            "an edit drops none"
        )
    }

    @Test("A draft is published unless a newer version was, and once")
    func publishing() {
        func plan(_ asked: CatalogRecord?, inForce: CatalogRecord?) -> CatalogPlan? {
            var facts = Self.facts
            (facts.asked, facts.inForce) = (asked, inForce)
            return facts.publishingDraft(reviewedBy: "Ada", at: Self.now)
        }
        #expect(plan(nil, inForce: Self.record(3)) == nil)
        let draft = Self.record(2, isDraft: true)
        #expect(plan(draft, inForce: Self.record(3))?.keeping == .overtaken(inForce: 3))
        #expect(plan(Self.record(3), inForce: Self.record(3))?.keeping == .unchanged(Self.record(3)))
        #expect(plan(Self.record(1), inForce: Self.record(3))?.keeping == .overtaken(inForce: 3))
        for earlier in [Self.record(1), nil] {
            var published = Self.record(2)
            published.reviewedBy = "Ada"
            #expect(plan(draft, inForce: earlier)?.keeping == .kept(published))
            #expect(
                plan(draft, inForce: earlier)?.changes == [
                    .catalog(.expect(inForce: earlier?.version, newest: 3)), .catalog(.publish(published)),
                ]
            )
        }
    }
}
