import PealCore
import Testing

@Suite("The quota of a sender limit's window")
struct QuotaTests {
    @Test("R160: a window takes triggers up to its limit", arguments: 0...4, 1...3)
    func reserve(_ used: Int, _ most: Int) {
        #expect(Quota(used: used).next(on: .reserve(max: most)) == (used < most ? Quota(used: used + 1) : nil))
    }

    @Test("R160: a window releases what it took, and never more", arguments: 0...4)
    func release(_ used: Int) {
        #expect(Quota(used: used).next(on: .release) == (used > 0 ? Quota(used: used - 1) : nil))
    }

    @Test("R160: what is reserved and released leaves a window as it was", arguments: 0...3)
    func undo(_ used: Int) {
        #expect(Quota(used: used).next(on: .reserve(max: 4))?.next(on: .release) == Quota(used: used))
    }
}
