import PealCore
import PealTesting
import PealWire
import Testing

@testable import PealHTTP

@Suite("Tickets that are used once")
struct OneUseTicketsTests {
    private let clock = TestClock()

    private func credential(_ user: UserID, for lifetime: Duration = .seconds(3_600)) -> Credential {
        Credential(caller: .endUser(app: "app", user: user), expiresAt: clock.now + lifetime)
    }

    private func tickets(limit: Int = 100) -> OneUseTickets {
        OneUseTickets("rt_", lifetime: .seconds(30), limit: limit) { [clock] in clock.now }
    }

    @Test("a ticket is used once")
    func once() throws {
        let tickets = tickets()
        let text = try #require(tickets.issue(credential("a")))
        #expect(tickets.redeem("rt_other") == nil)
        #expect(tickets.redeem(text) == credential("a"))
        #expect(tickets.redeem(text) == nil)
    }

    @Test("it is valid for 30 seconds, and no longer than its token", arguments: [(3_600, 30), (10, 10)])
    func lifetime(_ token: Int, _ seconds: Int) throws {
        let tickets = tickets()
        let (first, second) = (
            tickets.issue(credential("a", for: .seconds(token))), tickets.issue(credential("a", for: .seconds(token)))
        )
        clock.advance(by: .seconds(seconds) - .milliseconds(1))
        #expect(tickets.redeem(try #require(first)) != nil)
        clock.advance(by: .milliseconds(1))
        #expect(tickets.redeem(try #require(second)) == nil)
    }

    @Test("a user's eleventh takes the place of the oldest, and of nobody else's")
    func perUser() throws {
        let tickets = tickets()
        let other = try #require(tickets.issue(credential("b")))
        let mine = (0...OneUseTickets.perUser).compactMap { _ in tickets.issue(credential("a")) }
        #expect(tickets.redeem(mine[0]) == nil)
        #expect(mine.dropFirst().allSatisfy { tickets.redeem($0) != nil })
        #expect(tickets.redeem(other) != nil)
    }

    @Test("their number is bounded, and those that expired make room")
    func bounded() {
        let tickets = tickets(limit: 2)
        #expect(tickets.issue(credential("a")) != nil && tickets.issue(credential("b")) != nil)
        #expect(tickets.issue(credential("c")) == nil)
        clock.advance(by: .seconds(30))
        #expect(tickets.issue(credential("c")) != nil)
    }

    @Test("a backend has none")
    func backend() {
        let key = SecretKeyID(UUIDv7(milliseconds: 1, random: (0, 1)))
        #expect(tickets().issue(Credential(caller: .backend(app: "app", key: key, grants: [KeyGrant(nil)]))) == nil)
    }
}
