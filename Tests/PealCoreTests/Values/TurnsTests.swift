import PealCore
import Testing

@Suite("Turns")
struct TurnsTests {
    @Test("One of each queue, then the next of each, until there are enough")
    func interleaved() {
        let queues = [[1, 2, 3, 4], [10], [], [20, 21]]
        #expect(Turns.interleave(queues) == [1, 10, 20, 2, 21, 3, 4])
        #expect(Turns.interleave(queues, limit: 4) == [1, 10, 20, 2])
        #expect(Turns.interleave(queues, limit: 0).isEmpty)
        #expect(Turns.interleave([[Int]]()).isEmpty)
    }

    @Test(
        "Turns begin after the one that was served last, known or not",
        arguments: [
            (nil, ["a", "b", "c"]), ("a", ["b", "c", "a"]), ("c", ["a", "b", "c"]), ("bb", ["c", "a", "b"]),
        ] as [(String?, [String])]
    )
    func rotated(_ last: String?, _ order: [String]) {
        #expect(Turns.rotate(["a", "b", "c"], after: last) == order)
    }

    @Test("Everybody has a share, however many there are")
    func share() {
        #expect(Turns.share(of: 64, among: 5) == 12)
        #expect(Turns.share(of: 64, among: 500) == 1)
        #expect(Turns.share(of: 64, among: 0) == 64)
    }
}
