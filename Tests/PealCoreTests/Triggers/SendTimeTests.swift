import PealCore
import Testing

@Suite("The instants at which a trigger may be sent")
struct SendTimeTests {
    private static let now = Timestamp(seconds: 1_900_000_000)

    @Test(
        "an hour ago at most, 366 days ahead at most",
        arguments: [
            (-3_601, false), (-3_600, true), (-1, true), (0, true), (366 * 86_400, true), (366 * 86_400 + 1, false),
        ]
    )
    func bounds(offset: Int, isAllowed: Bool) {
        let problem = SendTime.problem(with: Self.now + .seconds(offset), now: Self.now)
        #expect((problem == nil) == isAllowed, "\(problem ?? "none")")
    }
}
