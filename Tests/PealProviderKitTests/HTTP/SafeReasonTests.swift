import PealCore
import PealProviderKit
import Testing

@Suite("Reasons from outside")
struct SafeReasonTests {
    @Test(
        "A code is kept, and words that could hold an address are not",
        arguments: [
            ("nobody-listens", "nobody-listens"), ("550 ann@example.com is unknown", "no-code"), ("", "no-code"),
        ]
    )
    func reason(_ words: String, _ kept: String) {
        let since = Timestamp(seconds: 5)
        let wait = Duration.seconds(3)
        #expect(SendOutcome.gone(reason: words, since: since).withSafeReason == .gone(reason: kept, since: since))
        #expect(
            SendOutcome.rejected(reason: words, scope: .device).withSafeReason
                == .rejected(reason: kept, scope: .device)
        )
        #expect(
            SendOutcome.throttled(reason: words, retryAfter: wait, scope: .sender).withSafeReason
                == .throttled(reason: kept, retryAfter: wait, scope: .sender)
        )
        #expect(
            SendOutcome.unavailable(reason: words, retryAfter: wait).withSafeReason
                == .unavailable(reason: kept, retryAfter: wait)
        )
        #expect(SendOutcome.notProcessed(reason: words).withSafeReason == .notProcessed(reason: kept))
        #expect(SendOutcome.unknown(reason: words).withSafeReason == .unknown(reason: kept))
        #expect(SendOutcome.accepted(receipt: "r").withSafeReason == .accepted(receipt: "r"))
    }
}
