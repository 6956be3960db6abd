import PealCore
import Testing

@Suite("A sender’s limit, as the sender is told (R160)")
struct ReachedLimitTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var per = CalendarUnit.day
        var scope = SenderLimit.Scope.org
        var types: [TypeID] = ["announcement"]
        var max = 10
        var now = "2026-11-28T12:00:00Z"
        var resets = "2026-11-28T23:00:00Z"
        var says: String

        var testDescription: String { says }
    }

    static let cases = [
        Case(
            says: "This organisation has sent 10 announcements today. "
                + "The next one can go out at 00:00 (Sunday 29 November, Berlin)."
        ),
        Case(
            scope: .actor,
            max: 1,
            says: "This sender has sent 1 announcement today. "
                + "The next one can go out at 00:00 (Sunday 29 November, Berlin)."
        ),
        Case(
            per: .hour,
            types: ["a", "b"],
            max: 2,
            resets: "2026-11-28T13:00:00Z",
            says: "This organisation has sent 2 notifications this hour. "
                + "The next one can go out at 14:00 (Saturday 28 November, Berlin)."
        ),
        Case(
            per: .week,
            types: ["hours-request"],
            resets: "2026-11-29T23:00:00Z",
            says: "This organisation has sent 10 hours requests this week. "
                + "The next one can go out at 00:00 (Monday 30 November, Berlin)."
        ),
        Case(
            per: .month,
            resets: "2026-11-30T23:00:00Z",
            says: "This organisation has sent 10 announcements this month. "
                + "The next one can go out at 00:00 (Tuesday 1 December, Berlin)."
        ),
        Case(
            now: "2026-11-26T12:00:00Z",
            says: "This organisation has planned 10 announcements for Saturday 28 November. "
                + "The next one can go out at 00:00 (Sunday 29 November, Berlin)."
        ),
    ]

    @Test("names how many there were, in which window, and when the next one may be sent", arguments: cases)
    func sentence(_ example: Case) throws {
        let zone = Zone(name: "Europe/Berlin", rules: try ZoneFixtures.zone(ZoneFixtures.berlin))
        let limit = SenderLimit(
            id: "x",
            types: example.types,
            scope: example.scope,
            max: example.max,
            per: example.per,
            zone: .app,
            onExceed: .reject
        )
        let reached = ReachedLimit(limit, resetsAt: try ZoneFixtures.instant(example.resets), zone: zone)
        #expect(reached.sentence(now: try ZoneFixtures.instant(example.now)) == example.says)
    }
}
