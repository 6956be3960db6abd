import Testing

@testable import PealExpo

@Suite("A line of those who wait")
struct WaitingLineTests {
    @Test("serves who came first, without those who left")
    func order() {
        var line = WaitingLine<Int>()
        for number in 1...5 { line.append(number * 10, number: UInt64(number)) }
        #expect(line.remove(1) == 10)
        #expect(line.remove(3) == 30)
        #expect(line.remove(3) == nil)
        #expect(line.count == 3)
        #expect([line.popFirst(), line.popFirst(), line.popFirst(), line.popFirst()] == [20, 40, 50, nil])
        #expect(line.remove(2) == nil)
    }

    @Test("stays right over many comings and goings")
    func long() {
        var line = WaitingLine<UInt64>()
        var expected: [UInt64] = []
        var state: UInt64 = 1
        for number in UInt64(1)...20_000 {
            line.append(number, number: number)
            expected.append(number)
            state = state &* 6_364_136_223_846_793_005 &+ 1
            if state >> 62 == 0 { #expect(line.popFirst() == expected.removeFirst()) }
            if state >> 62 != 1, expected.count > 3 {
                let left = expected.remove(at: expected.count / 2)
                #expect(line.remove(left) == left)
            }
        }
        #expect(line.count == expected.count)
        for number in expected { #expect(line.popFirst() == number) }
    }
}
