import Testing

@testable import PealCore

@Suite("How the items of a digest window end")
struct DueWindowTests {
    private static let worth = PushWorth()
    private static let read = PushWorth(isResolved: true)
    private static let expired = PushWorth(isExpired: true)

    private static func window(_ items: [(PushWorth, Int)], opener: DigestOpener? = nil) -> DueWindow {
        DueWindow(
            app: "shop",
            userID: "ann",
            windowKey: "digest:sale:",
            closesAt: Timestamp(seconds: 5),
            items: items.enumerated().map { DigestItemGroup(worth: $1.0, count: $1.1, newest: .numbered($0 + 1)) },
            opener: opener
        )
    }

    @Test("It counts what is worth pushing, and names the newest of that")
    func counts() {
        let window = Self.window([(Self.read, 3), (Self.worth, 4), (Self.expired, 2)], opener: Self.opener(9))
        #expect(window.count == 4 && window.total == 9 && window.size == 5 && window.newest == .numbered(2))
        let empty = Self.window([(Self.expired, 2)])
        #expect(empty.count == 0 && empty.total == 2 && empty.newest == nil)
    }

    struct Case: Sendable {
        var items: [(PushWorth, Int)]
        var hasRepresentative = true
        var isSeparate = false
        var reason = Reason.digested
        /// What each kind of items ends as; none stays.
        var ends: [(PushWorth, PushState, Reason)]
    }

    static let cases: [Case] = [
        Case(items: [(worth, 3)], ends: [(worth, .represented, .digested)]),
        Case(items: [(worth, 3)], reason: .muted, ends: [(worth, .suppressed, .muted)]),
        Case(items: [(worth, 1)], ends: []),
        Case(
            items: [(worth, 1), (read, 1), (expired, 1)],
            ends: [(read, .suppressed, .resolvedElsewhere), (expired, .suppressed, .expired)]
        ),
        Case(
            items: [(read, 1), (worth, 2)],
            reason: .summarised,
            ends: [(read, .suppressed, .resolvedElsewhere), (worth, .represented, .summarised)]
        ),
        Case(
            items: [(expired, 2)],
            hasRepresentative: false,
            reason: .expired,
            ends: [(expired, .suppressed, .expired)]
        ),
        Case(items: [(worth, 2), (read, 1)], isSeparate: true, ends: []),
        Case(items: [(worth, 1), (read, 1)], isSeparate: true, ends: [(read, .suppressed, .resolvedElsewhere)]),
    ]

    @Test(
        "Each item ends for its own reason; pushed one by one, what is not worth pushing ends with the last",
        arguments: cases
    )
    func endings(_ example: Case) {
        let endings = Self.window(example.items).endings(
            hasRepresentative: example.hasRepresentative,
            isSeparate: example.isSeparate,
            reason: example.reason
        )
        #expect(endings.map(\.worth) == example.ends.map(\.0))
        #expect(endings.map(\.state) == example.ends.map(\.1))
        #expect(endings.map(\.reason) == example.ends.map(\.2))
        #expect(endings.allSatisfy { $0.trace.steps.last?.reason == $0.reason })
    }

    @Test("An item that is pushed as itself leaves the window, until it is empty")
    func separate() {
        let window = Self.window([(Self.read, 1), (Self.worth, 2)])
        let one = window.withoutOne()
        #expect(one.count == 1 && one.total == 2 && one.newest == window.newest)
        #expect(!window.closes(isSeparate: true) && one.closes(isSeparate: true) && window.closes(isSeparate: false))
        #expect(one.withoutOne().items == Self.window([(Self.read, 1)]).items)
        #expect(window.withOne().size == 1)
    }

    private static func opener(
        _ number: Int,
        _ state: PushState = .sending,
        replaces: Int? = nil,
        worth: PushWorth = PushWorth()
    ) -> DigestOpener {
        DigestOpener(
            id: .numbered(number),
            trigger: .numbered(number),
            replaces: replaces.map { .numbered($0) },
            state: state,
            worth: worth
        )
    }

    @Test(
        "A digest takes the place of what opened its window, unless that is not shown or replaced another push itself",
        arguments: [
            ([], nil), ([opener(1)], 1), ([opener(2), opener(1)], 1), ([opener(1, .stopped)], nil),
            ([opener(1, replaces: 7)], nil), ([opener(1, .suppressed)], nil), ([opener(1, .digested)], nil),
            ([opener(1, worth: read)], nil), ([opener(1, worth: expired), opener(2)], 2),
            ([opener(1, worth: PushWorth(stopReason: .muted))], 1),
        ] as [([DigestOpener], Int?)]
    )
    func openers(_ openers: [DigestOpener], _ digest: Int?) {
        #expect(DigestOpener.replaced(of: openers)?.id == digest.map { .numbered($0) })
    }
}
