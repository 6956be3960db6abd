import PealCore
import Testing

@Suite("Turns")
struct TurnsTests {
    @Test(
        "One of each queue, then the next of each, until there are enough",
        arguments: [(nil, [1, 10, 20, 2, 21, 3, 4]), (4, [1, 10, 20, 2]), (0, [])] as [(Int?, [Int])]
    )
    func interleaved(_ limit: Int?, _ order: [Int]) {
        let queues = [[1, 2, 3, 4], [10], [], [20, 21]]
        let turns = limit.map { Turns.interleave(queues, limit: $0) } ?? Turns.interleave(queues)
        #expect(turns == order)
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

    @Test("Everybody has a share, however many there are", arguments: [(5, 12), (500, 1), (0, 64)])
    func share(among count: Int, _ share: Int) {
        #expect(Turns.share(of: 64, among: count) == share)
    }
}
