import PealCore
import PealStore

/// The ports that users who join an audience late are found with.
typealias LatePorts = EventStore & ScheduleStore & ChangeStore

/// Lets users who join the audience of an open trigger become its recipients (R034, R066).
///
/// It reads in the event log who was put as a member or as the owner. Whether that makes a user a recipient, and whether the user was
/// reminded before, the fan-out finds out.
struct AdmitLateRecipients: Sendable {
    private let store: any LatePorts
    private let joins: JoinWatch

    init(store: any LatePorts, joins: JoinWatch) {
        self.store = store
        self.joins = joins
    }

    /// Reads one page of events; whether there were any.
    ///
    /// Events are read only while a trigger is open: one that opens later finds whoever joined before in its audience.
    func step(now: Timestamp) async throws -> Bool {
        let walk = EventWalk(store: store, reader: .lateRecipients, kinds: LateRecipients.kinds)
        // Read first, so that no trigger was open when the log ended here. The schedule loop opens triggers itself, and looks
        // again afterwards.
        joins.want(true)
        let end = try await store.endOfEvents()
        guard try await store.hasOpenTriggers() else {
            joins.want(false)
            try await walk.pass(to: end)
            return false
        }
        return try await walk.step { events in
            var groups: [ChangeGroup] = []
            for (app, events) in Dictionary(grouping: events, by: \.app).sorted(by: { $0.key < $1.key }) {
                let triggers = try await store.openTriggers(about: Self.entities(of: events), app: app)
                groups += LateRecipients.plan(after: events, triggers, now: now).map { late in
                    ChangeGroup(app: app, [.admit(late.users, to: late.trigger, at: now)])
                }
            }
            return groups
        }
    }

    private static func entities(of events: [Event]) -> Set<EntityRef> {
        Set(events.compactMap { if case .entity(let ref) = $0.subject { ref } else { nil } })
    }
}
