import PealCore
import PealStore
import Testing

/// How the event log is read, kept and swept.
extension StoreConformance {
    static var eventLog: [Case] {
        [
            Case("a reader gets each event once, however many it asks for") { scene async throws in
                try await write(5, in: scene)
                let all = try await scene.events(after: .beginning)
                #expect(all.count == 15)
                for limit in [1, 2, 3, 7, 15, 99] {
                    var (cursor, read) = (EventCursor.beginning, [Event]())
                    while case .events(let page, let next) = try await scene.store.events(after: cursor, limit: limit),
                        !page.isEmpty
                    {
                        #expect(page.count <= limit)
                        #expect(cursor < next)
                        read += page
                        cursor = next
                    }
                    #expect(read == all)
                    #expect(try await scene.store.endOfEvents() == cursor)
                }
            },
            Case("the place of each event is one to go on from, whatever else is in the log") { scene async throws in
                try await write(4, in: scene)
                for kinds: Set<EventKind> in [[], [.triggerAccepted], [.userChanged]] {
                    guard
                        case .events(let all, let end) = try await scene.store.log(
                            of: kinds,
                            after: .beginning,
                            limit: 99
                        )
                    else { return #expect(Bool(false), "the log begins later") }
                    #expect(!all.isEmpty && all.map(\.next) == all.map(\.next).sorted())
                    #expect(Set(all.map(\.next)).count == all.count)
                    for (index, event) in all.enumerated() {
                        let rest = try await scene.store.log(of: kinds, after: event.next, limit: 99)
                        #expect(rest == .events(Array(all[(index + 1)...]), next: end))
                    }
                }
            },
            Case("a change that fails leaves no event") { scene async throws in
                let submission = scene.submission(.users(["a"]))
                try await scene.accept(submission)
                let other = scene.submission(.users(["b"]))
                let events = try await scene.eventsOf {
                    await #expect(throws: StoreError.self) {
                        try await scene.store.accept([other, submission], answer: nil)
                    }
                }
                #expect(events.isEmpty)
            },
            Case("a page that cannot be written leaves no event, and its neighbours leave theirs") {
                scene async throws in
                for user: UserID in ["a", "b"] { try await scene.user(user) }
                for _ in 0..<2 { try await scene.accept(scene.submission(.users(["a", "b"]))) }
                let due = try await scene.store.dueTriggers(now: scene.now, limit: 2)
                let good = scene.notification("a")
                // The second page has an identifier that is there already.
                let pages = [[good], [scene.notification("b"), good]]
                let decided = zip(due, pages).map { pending, notifications in
                    FanOutPage(trigger: pending, notifications: notifications, cursor: "b", isLast: true)
                }
                let events = try await scene.eventsOf {
                    await #expect(throws: StoreError.self) { try await scene.store.commit(decided) }
                }
                #expect(events == [Event(.notificationSuppressed, app: scene.app, user: "a", .notification(good.id))])
            },
            Case("a reader's cursor is kept, each by its own name") { scene async throws in
                let (one, two) = (EventReader(rawValue: "one"), EventReader(rawValue: "two"))
                #expect(try await scene.store.cursor(of: one) == nil)
                try await scene.store.keep(EventCursor(row: 3, index: 2), of: one)
                try await scene.store.keep(EventCursor(row: 9), of: two)
                try await scene.store.keep(EventCursor(row: 4), of: one)
                #expect(try await scene.store.cursor(of: one) == EventCursor(row: 4))
                #expect(try await scene.store.cursor(of: two) == EventCursor(row: 9))
            },
            Case("events go after an hour, or when the slowest reader has read them") { scene async throws in
                let reader = EventReader(rawValue: "slow")
                try await write(2, in: scene)
                let middle = try await scene.store.endOfEvents()
                try await scene.store.keep(middle, of: reader)
                try await write(2, in: scene)
                #expect(try await sweep(at: scene.now, scene) == 0)
                #expect(try await sweep(at: scene.now + .seconds(3_599), scene) == 0, "they are young")
                #expect(try await sweep(at: scene.now + .seconds(3_600), scene) == middle.row - 1)
                #expect(try await scene.events(after: middle).count == 6, "the reader has not read them")
                try await scene.store.keep(try await scene.store.endOfEvents(), of: reader)
                #expect(try await sweep(at: scene.now + .seconds(3_601), scene) == middle.row - 1)
                #expect(try await scene.events(after: try await scene.store.endOfEvents()).isEmpty)
            },
            Case("a reader that is more than seven days behind has to read the state again") { scene async throws in
                let reader = EventReader(rawValue: "gone")
                try await write(2, in: scene)
                try await scene.store.keep(.beginning, of: reader)
                let week = Duration.seconds(7 * 86_400)
                #expect(try await sweep(at: scene.now, scene) == 0)
                #expect(try await sweep(at: scene.now + week - .milliseconds(1), scene) == 0)
                #expect(try await scene.events(after: .beginning).count == 6)
                #expect(try await sweep(at: scene.now + week, scene) > 0)
                let end = try await scene.store.endOfEvents()
                #expect(try await scene.store.events(after: .beginning, limit: 9) == .resync(end))
                try await write(1, in: scene)
                guard case .events(let events, _) = try await scene.store.events(after: end, limit: 9) else {
                    return #expect(Bool(false), "nothing after the cursor was deleted")
                }
                #expect(events.count == 3)
            },
            Case("a reader behind what was deleted goes on with what is kept") { scene async throws in
                try await write(2, in: scene)
                #expect(try await sweep(at: scene.now, scene) == 0)
                let start = try await scene.store.endOfEvents()
                try await write(1, in: scene)
                #expect(try await sweep(at: scene.now + .seconds(7 * 86_400), scene) > 0)
                #expect(try await scene.store.events(after: .beginning, limit: 9) == .resync(start))
                #expect(try await scene.events(after: start).count == 3)
            },
            Case("a cursor past the end is of another log: its reader has to read the state again") {
                scene async throws in
                try await write(1, in: scene)
                let end = try await scene.store.endOfEvents()
                #expect(try await scene.store.events(after: end, limit: 9) == .events([], next: end))
                let beyond = EventCursor(row: end.row + 1)
                #expect(try await scene.store.events(after: beyond, limit: 9) == .resync(end))
            },
        ]
    }

    /// Three events a time, in one transaction or more.
    private static func write(_ count: Int, in scene: StoreScene<Store>) async throws {
        for _ in 0..<count {
            let submissions = (0..<2).map { _ in
                scene.submission(.users(["a"]), dueAt: scene.now + .seconds(60))
            }
            _ = try await scene.store.accept(submissions, answer: nil)
            try await scene.user("a")
        }
    }

    private static func sweep(at now: Timestamp, _ scene: StoreScene<Store>) async throws -> Int64 {
        Int64(try await scene.store.sweepEvents(now: now, limit: 1_000))
    }
}
