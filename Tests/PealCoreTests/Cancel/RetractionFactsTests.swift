import PealCore
import Testing

@Suite("What a retraction hides and clears")
struct RetractionFactsTests {
    @Test(
        "A row is hidden where the inbox shows it, and screens are cleared where a push may have left",
        arguments: [InAppResult.show, .hide(.muted), .hide(.cancelled)],
        PushState.allCases
    )
    func retraction(inApp: InAppResult, push: PushState) {
        let facts = RetractionFacts(notification: .numbered(1), user: "a", inApp: inApp, push: push)
        let hasLeft = push == .sending || push == .stopped
        #expect((facts.retraction != nil) == (inApp == .show || hasLeft))
        #expect(facts.retraction?.hides == (inApp == .show ? .cancelled : nil))
    }

    @Test(
        "A push was withdrawn when it ended before it left",
        arguments: [Reason.cancelled, .entityDeleted, .muted],
        PushState.allCases
    )
    func wasWithdrawn(reason: Reason, push: PushState) {
        let facts = RetractionFacts(notification: .numbered(1), user: "a", inApp: .show, push: push, reason: reason)
        #expect(facts.wasWithdrawn == (push == .suppressed && reason != .muted))
    }
}
