import Testing

@testable import PealCore

@Suite("A client's clock (R080)")
struct ClientClockTests {
    private static let now = Timestamp(seconds: 1_800_000_000)

    @Test(
        "An instant of the client's clock is corrected by how far it is from the server's",
        arguments: [0, -86_400, 86_400, 365 * 86_400, -40 * 365 * 86_400] as [Int64]
    )
    func corrects(ahead: Int64) {
        let said = Self.now + .seconds(ahead)
        let clock = ClientClock(said: said, at: Self.now)
        for ago: Int64 in [0, 1, 3_600, 86_400] {
            #expect(clock.corrected(said - .seconds(ago)) == Self.now - .seconds(ago))
        }
    }
}
