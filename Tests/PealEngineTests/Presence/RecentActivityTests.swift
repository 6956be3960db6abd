import PealCore
import PealEngine
import Testing

@Suite("Who used the app lately")
struct RecentActivityTests {
    private let start = Timestamp(seconds: 1_800_000_000)

    @Test(
        "the last time counts, by user and app",
        arguments: [("ann", "match", 5), ("ann", "nhs", nil), ("bob", "match", nil)] as [(UserID, AppID, Int?)]
    )
    func last(user: UserID, app: AppID, seconds: Int?) {
        let activity = RecentActivity()
        for later in [0, 5, 3] { activity.note("ann", app: "match", at: start + .seconds(later)) }
        #expect(activity.last(user, app: app) == seconds.map { start + .seconds($0) })
    }

    @Test("it never remembers more than its limit, and forgets those not heard of for longest")
    func bounded() {
        let activity = RecentActivity(limit: 10)
        for number in 0..<1_000 { activity.note(UserID("u\(number)"), app: "match", at: start + .seconds(number)) }
        let known = (0..<1_000).filter { activity.last(UserID("u\($0)"), app: "match") != nil }
        #expect(known.count <= 10)
        #expect(known.count >= 5)
        #expect(known == Array((1_000 - known.count)..<1_000))
    }

    @Test("whoever stays active is not forgotten")
    func staying() {
        let activity = RecentActivity(limit: 10)
        for number in 0..<100 {
            activity.note(UserID("u\(number)"), app: "match", at: start + .seconds(number))
            activity.note("ann", app: "match", at: start + .seconds(number))
        }
        #expect(activity.last("ann", app: "match") == start + .seconds(99))
    }
}
