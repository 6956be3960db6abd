import PealCore
import Testing

@Suite("Reading an inbox page by page while it changes")
struct InboxPagingTests {
    /// What happens between two pages.
    enum Step: Sendable {
        case arrive(isAlert: Bool)
        case raise(Int), resolve(Int), delete(Int), read(Int)
        case page
    }

    struct Run: Sendable {
        let rows: [Bool]
        let limit: Int
        let isUnreadOnly: Bool
        let steps: [Step]

        init(_ choices: inout Choices) {
            rows = choices.array(count: 0...24) { $0.flag(onceIn: 3) }
            limit = Int(choices.number(upTo: 5)) + 1
            isUnreadOnly = choices.flag(onceIn: 4)
            steps = choices.array(count: 0...40) { choices in
                let row = Int(choices.number(upTo: 23))
                return switch choices.number(upTo: 8) {
                case 0: .arrive(isAlert: choices.flag())
                case 1, 2: .raise(row)
                case 3, 4: .resolve(row)
                case 5: .delete(row)
                case 6: .read(row)
                default: .page
                }
            }
        }
    }

    private struct Row {
        let id: NotificationID
        var isAlert: Bool
        var isRead = false
        var isDeleted = false

        var item: InboxItem {
            var item = InboxItem(
                id: id,
                triggerID: TriggerID(id.rawValue),
                type: "t",
                category: "c",
                content: StoredContent(link: "/", locale: "en"),
                priority: .normal,
                pushes: false,
                deliveryStates: [],
                createdAt: Timestamp(milliseconds: Int64(id.rawValue.milliseconds)),
                contentVersion: 1
            )
            item.isAlert = isAlert
            return item
        }
    }

    private struct World {
        var rows: [Row] = []
        let isUnreadOnly: Bool

        mutating func arrive(isAlert: Bool) {
            let number = UInt64(rows.count)
            let id = UUIDv7(milliseconds: 1_800_000_000_000 + number, random: (number, number &* 0x9E37_79B9_7F4A_7C15))
            rows.append(Row(id: NotificationID(id), isAlert: isAlert))
        }

        func isShown(_ row: Row) -> Bool { !row.isDeleted && !(isUnreadOnly && row.isRead) }

        func page(_ request: PageRequest, offset: Int = 0) -> Page<InboxItem> {
            InboxPosition.page(request, offset: offset) { part, after, limit, offset in
                let wanted = rows.reversed().filter { row in
                    isShown(row) && row.isAlert == (part == .alerts) && (after.map { row.id < $0 } ?? true)
                }
                return wanted.dropFirst(offset).prefix(limit).map(\.item)
            }
        }
    }

    @Test("whatever changes between pages, a row that is shown all along is seen once, and none is seen twice")
    func once() async {
        await Property(cases: 3_000, of: Run.init).check(relevant: 300) { run in
            var world = World(isUnreadOnly: run.isUnreadOnly)
            for isAlert in run.rows { world.arrive(isAlert: isAlert) }
            var seen: [NotificationID] = []
            var (next, isDone) = (String?.none, false)
            func page() {
                guard !isDone else { return }
                let page = world.page(PageRequest(limit: run.limit, after: next))
                seen += page.items.map(\.id)
                (next, isDone) = (page.next, page.next == nil)
            }
            page()
            var lasting = Set(world.rows.filter(world.isShown).map(\.id))
            var changed = 0
            for step in run.steps where !isDone {
                switch step {
                case .arrive(let isAlert): world.arrive(isAlert: isAlert)
                case .raise(let row), .resolve(let row), .delete(let row), .read(let row):
                    guard world.rows.indices.contains(row) else { continue }
                    switch step {
                    case .raise: world.rows[row].isAlert = true
                    case .resolve: world.rows[row].isAlert = false
                    case .delete: world.rows[row].isDeleted = true
                    default: world.rows[row].isRead = true
                    }
                    changed += 1
                case .page: page()
                }
                lasting.formIntersection(world.rows.filter(world.isShown).map(\.id))
            }
            while !isDone { page() }
            try demand(Set(seen).count == seen.count, "seen twice: \(seen)")
            try demand(lasting.isSubset(of: seen), "missed: \(lasting.subtracting(seen))")
            return changed > 2 && seen.count > run.limit * 2
        }
    }

    @Test(
        "while nothing changes, alerts come first, then the newest, whatever the limit and the offset",
        arguments: 1...7
    )
    func order(_ limit: Int) {
        var world = World(isUnreadOnly: false)
        for number in 0..<20 { world.arrive(isAlert: number % 6 == 1) }
        let expected =
            world.rows.reversed().filter(\.isAlert).map(\.id) + world.rows.reversed().filter { !$0.isAlert }.map(\.id)
        for offset in 0...21 {
            var seen: [NotificationID] = []
            var page = world.page(PageRequest(limit: limit), offset: offset)
            seen += page.items.map(\.id)
            while let next = page.next {
                page = world.page(PageRequest(limit: limit, after: next))
                seen += page.items.map(\.id)
            }
            #expect(seen == Array(expected.dropFirst(offset)), "offset \(offset)")
        }
    }

    @Test("more alerts than come first are seen once each as well", arguments: [1, 7, 199, 200])
    func many(_ limit: Int) {
        var world = World(isUnreadOnly: false)
        for number in 0..<450 { world.arrive(isAlert: number % 2 == 0) }
        var (seen, next): ([NotificationID], String?) = ([], nil)
        repeat {
            let page = world.page(PageRequest(limit: limit, after: next))
            seen += page.items.map(\.id)
            next = page.next
            if let next { #expect(next.utf8.count < 2_600) }
        } while next != nil
        #expect(Set(seen) == Set(world.rows.map(\.id)) && seen.count == world.rows.count)
    }

    @Test("a token that is none starts at the top", arguments: ["", "x", "a", "azz", "n0", "aAAAA"])
    func foreign(_ token: String) {
        var world = World(isUnreadOnly: false)
        for _ in 0..<3 { world.arrive(isAlert: false) }
        #expect(
            world.page(PageRequest(limit: 2, after: token)).items.map(\.id)
                == world.page(PageRequest(limit: 2)).items.map(\.id)
        )
    }
}
