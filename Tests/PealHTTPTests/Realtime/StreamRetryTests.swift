import PealRealtime
import Testing

@testable import PealHTTP

@Suite("When a live connection comes back")
struct StreamRetryTests {
    @Test(
        "at most a quarter of all in any second, however the streams ended",
        arguments: StreamEnd.allCases.filter { $0 != .expired }
    )
    func spread(_ end: StreamEnd) {
        let count = 4_000
        // Every so many: the worst that a fair generator does is a little more.
        let waits = (0..<count).map { end.retry(Double($0) / Double(count)) }.sorted()
        var (most, first) = (0, 0)
        for (index, wait) in waits.enumerated() {
            while wait - waits[first] >= .seconds(1) { first += 1 }
            most = max(most, index - first + 1)
        }
        #expect(most <= count / 5, "\(most) of \(count) in one second")
        #expect(waits.first.map { $0 >= .seconds(1) } == true)
    }
}
