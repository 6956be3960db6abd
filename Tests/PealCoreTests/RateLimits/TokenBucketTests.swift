import PealCore
import Testing

@Suite("Token buckets")
struct TokenBucketTests {
    private static let second: Int64 = 1_000_000_000

    /// Numbers that look random and are the same every time (SplitMix64).
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    @Test("a full bucket lets a burst through, and then one call for each token that came back")
    func burst() {
        let rule = RateRule(rate: 4, burst: 3)
        var bucket = TokenBucket()
        #expect((0..<3).map { _ in bucket.take(rule, at: 0).remaining } == [2, 1, 0])
        let refused = bucket.take(rule, at: 0)
        #expect(!refused.isAllowed)
        #expect(refused.remaining == 0)
        #expect(refused.resetAfter == 1)
        #expect(!bucket.take(rule, at: Self.second / 4 - 1).isAllowed)
        #expect(bucket.take(rule, at: Self.second / 4).isAllowed)
        #expect(!bucket.take(rule, at: Self.second / 4).isAllowed)
        #expect(bucket.isFull(at: 2 * Self.second))
    }

    @Test("no span of time lets more through than the burst and the rate over that span", arguments: 0..<200)
    func neverMore(seed: UInt64) {
        var numbers = Numbers(state: seed)
        let rule = RateRule(rate: .random(in: 1...50, using: &numbers), burst: .random(in: 1...60, using: &numbers))
        var bucket = TokenBucket()
        var now: Int64 = .random(in: 0...Self.second, using: &numbers)
        var allowed: [Int64] = []
        for _ in 0..<400 {
            now += .random(in: 0...(2 * Self.second / Int64(rule.rate)), using: &numbers)
            if bucket.take(rule, at: now).isAllowed { allowed.append(now) }
        }
        #expect(allowed.count > 1)
        for first in allowed.indices {
            for last in first..<allowed.count {
                let span = Double(allowed[last] - allowed[first]) / Double(Self.second)
                // One nanosecond more a token: a price of 1/rate is cut to whole nanoseconds.
                let most = Double(rule.burst) + span * Double(rule.rate) * 1.000_001 + 1e-6
                if Double(last - first + 1) > most { Issue.record("\(rule): \(last - first + 1) in \(span) s") }
            }
        }
    }

    @Test("agrees with a bucket that counts its tokens", arguments: 0..<200)
    func model(seed: UInt64) {
        var numbers = Numbers(state: seed &+ 1_000)
        let rates = [1, 2, 4, 5, 8, 10, 20, 25, 50, 100]
        let rate = rates.randomElement(using: &numbers) ?? 1
        let rule = RateRule(rate: rate, burst: .random(in: 1...40, using: &numbers))
        let price = Self.second / Int64(rate)
        var bucket = TokenBucket()
        // Tokens in nanoseconds of filling: exact, since these rates divide a second.
        var filled = price * Int64(rule.burst)
        var now: Int64 = 0
        for _ in 0..<500 {
            let step = Int64.random(in: 0...(2 * price), using: &numbers)
            now += step
            filled = min(filled + step, price * Int64(rule.burst))
            let isAllowed = filled >= price
            if isAllowed { filled -= price }
            let verdict = bucket.take(rule, at: now)
            #expect(verdict.isAllowed == isAllowed)
            #expect(verdict.remaining == Int(filled / price))
            #expect(bucket.peek(rule, at: now).remaining == verdict.remaining)
        }
    }

    @Test("whoever waits as long as a refusal says is let through", arguments: 0..<100)
    func retry(seed: UInt64) {
        var numbers = Numbers(state: seed &+ 9_000)
        let rule = RateRule(rate: .random(in: 1...300, using: &numbers), burst: .random(in: 1...300, using: &numbers))
        var bucket = TokenBucket()
        // Empty from the start, so that also the largest refuses some.
        for _ in 0..<rule.burst { #expect(bucket.take(rule, at: 0).isAllowed) }
        var (now, refused): (Int64, Int) = (0, 0)
        for _ in 0..<1_000 {
            now += .random(in: 0...(Self.second / 200), using: &numbers)
            let verdict = bucket.take(rule, at: now)
            guard !verdict.isAllowed else { continue }
            refused += 1
            #expect(verdict.resetAfter >= 1 && verdict.resetAfter <= rule.window)
            now += Int64(verdict.resetAfter) * Self.second
            #expect(bucket.take(rule, at: now).isAllowed)
        }
        #expect(refused > 0)
    }

    @Test("a clock that stands still, or that went back, gives nothing away")
    func still() {
        let rule = RateRule(rate: 1_000, burst: 5)
        var bucket = TokenBucket()
        let taken = (0..<100).count { _ in bucket.take(rule, at: 50).isAllowed }
        #expect(taken == 5)
        #expect(!bucket.take(rule, at: 40).isAllowed)
    }
}

@Suite("Tables of buckets")
struct BucketTableTests {
    @Test("each caller has a bucket of its own")
    func own() {
        var table = BucketTable<String>(rule: RateRule(rate: 1, burst: 2), limit: 10)
        #expect((0..<3).map { _ in table.take("anna", at: 0).isAllowed } == [true, true, false])
        #expect(table.take("bob", at: 0).isAllowed)
    }

    @Test("a million callers do not grow the table over its bound")
    func bounded() {
        var table = BucketTable<Int>(rule: RateRule(rate: 1, burst: 2), limit: 1_000)
        var most = 0
        for caller in 0..<1_000_000 {
            _ = table.take(caller, at: 0)
            most = max(most, table.count)
        }
        #expect(most <= 1_000)
    }

    @Test("whoever keeps calling stays limited while others come and go")
    func remembered() {
        var table = BucketTable<Int>(rule: RateRule(rate: 1, burst: 3), limit: 100)
        var allowed = 0
        for caller in 1..<10_000 {
            _ = table.take(caller, at: 0)
            if table.take(0, at: 0).isAllowed { allowed += 1 }
        }
        #expect(allowed == 3)
    }
}
