import PealCore
import Testing

@Suite("Held pushes over the seconds after an instant")
struct ReleaseSpreadTests {
    @Test(
        "Each second takes its share, the last one the rest",
        arguments: [
            (0, 3, []), (1, 3, [1]), (3, 3, [3]), (7, 3, [3, 3, 1]),
            (5_000, 1_000, [1_000, 1_000, 1_000, 1_000, 1_000]),
        ] as [(Int, Int, [Int])]
    )
    func parts(_ count: Int, _ perSecond: Int, _ expected: [Int]) {
        let start = Timestamp(seconds: 10)
        let parts = ReleaseSpread.parts(of: count, from: start, perSecond: perSecond)
        #expect(parts.map(\.count) == expected)
        #expect(parts.map(\.until) == expected.indices.map { start + .seconds($0) })
    }
}
