import PealCore
import Testing

@Suite("Who is late, and who said so by a quick reply first (R221)")
struct ArrivalTests {
    private static let event = EntityRef(type: "event", id: "run")
    private static let start = Timestamp(seconds: 1_800_000_000)

    /// What happens to a participant, so many seconds after the start.
    private enum Step: Sendable {
        case reply(EtaStatus, byAction: Bool, at: Int)
        case member(
            from: String? = "confirmed",
            to: String?,
            role: String? = "participant",
            at: Int,
            checkedIn: Int? = nil
        )

        func event(_ user: UserID, of ref: EntityRef = ArrivalTests.event) -> Event {
            switch self {
            case .reply(let status, let byAction, let at):
                let at = start + .seconds(at)
                let minutes = status == .runningLate ? 10 : nil
                let detail = EventDetail.replied(status, minutesLate: minutes, at: at, takenAt: at, byAction: byAction)
                return Event(.etaChanged, app: "a", user: user, .entity(ref), detail)
            case .member(let from, let to, let role, let at, let checkedIn):
                let checkedInAt = checkedIn.map { start + .seconds($0) }
                let at = start + .seconds(at)
                let detail = EventDetail.member(from: from, to: to, role: role, checkedInAt: checkedInAt, at: at)
                return Event(.membersChanged, app: "a", user: user, .entity(ref), detail)
            }
        }
    }

    private struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var steps: [Step]
        var late: Int
        var byAction: Int

        init(_ what: String, _ steps: [Step], late: Int, byAction: Int) {
            (testDescription, self.steps, self.late, self.byAction) = (what, steps, late, byAction)
        }
    }

    private static let late = Step.reply(.runningLate, byAction: true, at: -600)
    private static let written = Step.reply(.runningLate, byAction: false, at: -600)
    private static let onTime = Step.reply(.onTime, byAction: true, at: -900)
    private static let rows: [Row] = [
        Row("late, by an action", [late], late: 1, byAction: 1),
        Row("late, in the app", [written], late: 1, byAction: 0),
        Row("late, in the app, and then by an action", [written, late], late: 1, byAction: 0),
        Row("on time by an action, then late in the app", [onTime, written], late: 1, byAction: 1),
        Row("on time", [onTime], late: 0, byAction: 0),
        Row("late, and then on time", [late, .reply(.onTime, byAction: false, at: -60)], late: 0, byAction: 0),
        Row("late, and then not at all", [late, .reply(.cantMakeIt, byAction: true, at: -60)], late: 0, byAction: 0),
        Row("late twice", [late, .reply(.runningLate, byAction: true, at: 60)], late: 1, byAction: 1),
        Row("checked in before the start", [.member(to: "checked-in", at: -1)], late: 0, byAction: 0),
        Row("checked in at the start", [.member(to: "checked-in", at: 0)], late: 0, byAction: 0),
        Row("checked in after the start", [.member(to: "checked-in", at: 1)], late: 1, byAction: 0),
        Row("checked in an hour after it", [.member(to: "checked-in", at: 3_600)], late: 1, byAction: 0),
        Row("a new member who is there", [.member(from: nil, to: "checked-in", at: 9)], late: 1, byAction: 0),
        Row("stored later than it happened", [.member(to: "checked-in", at: 900, checkedIn: -5)], late: 0, byAction: 0),
        Row("said to be in the future", [.member(to: "checked-in", at: -9, checkedIn: 900)], late: 0, byAction: 0),
        Row("another status", [.member(to: "invited", at: 9)], late: 0, byAction: 0),
        Row("a host", [.member(to: "checked-in", role: "host", at: 9)], late: 0, byAction: 0),
        Row(
            "late, and then checked in after the start",
            [late, .member(to: "checked-in", at: 9)],
            late: 1,
            byAction: 1
        ),
        Row(
            "on time by an action, and late all the same",
            [onTime, .member(to: "checked-in", at: 9)],
            late: 1,
            byAction: 1
        ),
        Row(
            "checked in late, and then on time by an action: who is there is late",
            [.member(to: "checked-in", at: 9), .reply(.onTime, byAction: true, at: 10)],
            late: 1,
            byAction: 1
        ),
        Row(
            "checked in late twice",
            [
                .member(to: "checked-in", at: 9), .member(from: "checked-in", to: "confirmed", at: 10),
                .member(to: "checked-in", at: 11),
            ],
            late: 1,
            byAction: 0
        ),
        Row("late, and then cancelled", [late, .member(to: "cancelled", at: -60)], late: 1, byAction: 1),
    ]

    private static func entity(_ times: [String: Timestamp] = ["startsAt": start]) -> Entity {
        Entity(ref: event, times: times, updatedAt: start)
    }

    @Test("counts once, by the latest reply, the check-in and the first reply", arguments: rows)
    private func each(_ row: Row) throws {
        let log = row.steps.map { $0.event("ann") }
        let reading = AnalyticsReading(
            log,
            facts: AnalyticsFacts(entities: [Self.event: Self.entity()]),
            catalog: try AnalyticsRun.catalog()
        )
        let summary = AnalyticsSummary(
            reading.counts.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) },
            by: []
        )
        #expect(summary.quickReplyUse.lateArrivals == row.late)
        #expect(summary.quickReplyUse.firstByAction == row.byAction)
        #expect(summary.quickReplyUse.rate == (row.late > 0 ? Double(row.byAction) : nil))
        #expect(summary.rows.isEmpty)
        let known = reading.arrivals[Arrival.Key(Self.event, "ann")]
        #expect((known?.isLate ?? false) == (row.late > 0) && (known?.hour != nil) == (row.late > 0))
    }

    @Test("What was known before goes on; a correction is made in the hour in which it counted")
    func later() throws {
        let before = Arrival(
            isFirstByAction: true,
            isAnnouncedLate: true,
            isCheckedInLate: false,
            hour: AnalyticsHour(of: Self.start - .seconds(7_200))
        )
        let key = Arrival.Key(Self.event, "ann")
        let facts = AnalyticsFacts(arrivals: [key: before], entities: [Self.event: Self.entity()])
        let onTime = Step.reply(.onTime, byAction: false, at: 5).event("ann")
        let taken = AnalyticsReading([onTime], facts: facts, catalog: try AnalyticsRun.catalog())
        let hour = AnalyticsHour(of: Self.start - .seconds(7_200))
        #expect(taken.counts[hour] == [AnalyticsKey(.lateArrivals): -1, AnalyticsKey(.lateByAction): -1])
        #expect(taken.arrivals[key]?.hour == nil && taken.arrivals[key]?.isFirstByAction == true)
        let checkedIn = Step.member(to: "checked-in", at: 9).event("ann")
        let same = AnalyticsReading([checkedIn], facts: facts, catalog: try AnalyticsRun.catalog())
        #expect(same.counts.isEmpty && same.arrivals[key]?.isCheckedInLate == true && same.arrivals[key]?.hour == hour)
        let again = AnalyticsReading([checkedIn], facts: AnalyticsFacts(arrivals: same.arrivals), catalog: nil)
        #expect(again.isEmpty)
    }

    @Test("Each participant of each event counts; an erased user, an event without a start and other entities do not")
    func others() throws {
        let checkedIn = Step.member(to: "checked-in", at: 9)
        let elsewhere = EntityRef(type: "event", id: "other")
        let group = EntityRef(type: "group", id: "run")
        var log = [checkedIn.event("ann"), checkedIn.event("ben"), checkedIn.event("ann", of: elsewhere)]
        log += [checkedIn.event("ann", of: group)]
        for step in [checkedIn, Self.late] {
            var erased = step.event("cid")
            erased.user = nil
            log.append(erased)
        }
        var facts = AnalyticsFacts(entities: [
            Self.event: Self.entity(), group: Self.entity(), elsewhere: Self.entity([:]),
        ])
        let reading = AnalyticsReading(log, facts: facts, catalog: try AnalyticsRun.catalog())
        #expect(Set(reading.arrivals.keys.map(\.user)) == ["ann", "ben"])
        #expect(reading.counts[AnalyticsHour(of: Self.start)]?[AnalyticsKey(.lateArrivals)] == 2)
        facts.entities = [:]
        #expect(AnalyticsReading(log, facts: facts, catalog: try AnalyticsRun.catalog()).arrivals.isEmpty)
        #expect(AnalyticsReading(log, facts: AnalyticsFacts(), catalog: nil).arrivals.isEmpty)
        let question = AnalyticsQuestion(about: log, rules: EtaRules(time: "startsAt"))
        #expect(question.entities == [Self.event, elsewhere] && question.arrivals.count == 3)
        #expect(AnalyticsQuestion(about: [checkedIn.event("ann")]) == AnalyticsQuestion())
        #expect(AnalyticsQuestion(about: [Self.late.event("ann")]).arrivals == [Arrival.Key(Self.event, "ann")])
    }

    @Test("The event of a put says which status it was and is, and when the backend says that they arrived")
    func puts() {
        var member = Member(
            entity: Self.event,
            userID: "ann",
            role: "participant",
            status: "confirmed",
            updatedAt: Self.start
        )
        func said(_ from: String?, _ to: String?, checkedInAt: Timestamp? = nil) -> EventDetail {
            .member(from: from, to: to, role: "participant", checkedInAt: checkedInAt, at: Self.start)
        }
        #expect(member.detail(replacing: "confirmed") == .none)
        #expect(member.detail(replacing: nil) == said(nil, "confirmed"))
        member.status = "checked-in"
        #expect(member.detail(replacing: "confirmed") == said("confirmed", "checked-in"))
        member.attributes = ["checkedInAt": .string((Self.start - .seconds(60)).rfc3339)]
        let earlier = said("confirmed", "checked-in", checkedInAt: Self.start - .seconds(60))
        #expect(member.detail(replacing: "confirmed") == earlier)
        member.attributes = ["checkedInAt": .string("yesterday")]
        #expect(member.detail(replacing: "confirmed") == said("confirmed", "checked-in"))
        member.status = nil
        #expect(member.detail(replacing: "checked-in") == said("checked-in", nil))
    }
}
