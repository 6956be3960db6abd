import PealCore
import Testing

@Suite("The breaker of a queue")
struct CircuitBreakerTests {
    static let start = Timestamp(seconds: 1_000)

    private func broken(at now: Timestamp = start, unit: Double = 0.5) -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for _ in 0..<10 { breaker.note(.fails, now: now, unit: unit) }
        return breaker
    }

    @Test("It opens when seven in ten of at least ten attempts failed, and not before")
    func opens() {
        var breaker = CircuitBreaker()
        for _ in 0..<9 { breaker.note(.fails, now: Self.start, unit: 0) }
        #expect(!breaker.isOpen)
        breaker.note(.fails, now: Self.start, unit: 0)
        #expect(breaker.isOpen)
        var mixed = CircuitBreaker()
        for number in 0..<1_000 { mixed.note(number % 10 < 6 ? .fails : .works, now: Self.start, unit: 0) }
        #expect(!mixed.isOpen)
    }

    @Test("The first wait is 5 to 10 seconds, by chance", arguments: [(0.0, 5_000), (0.5, 7_500), (0.999, 9_995)])
    func wait(_ unit: Double, _ milliseconds: Int) {
        let breaker = broken(unit: unit)
        #expect(breaker.admission(now: Self.start) == .closed(until: Self.start + .milliseconds(milliseconds)))
    }

    @Test("After the wait one probe goes; a failed one doubles the wait up to two minutes")
    func probes() {
        var breaker = broken(unit: 0.999_999)
        var now = Self.start
        var waits: [Int64] = []
        for _ in 0..<8 {
            guard case .closed(let until) = breaker.admission(now: now) else {
                Issue.record("it is not closed")
                return
            }
            waits.append((until - now).wholeMilliseconds / 1000 + 1)
            now = until
            #expect(breaker.admission(now: now) == .open(limit: 1))
            #expect(breaker.admission(now: now) == .open(limit: 1), "asking twice changes nothing")
            breaker.note(.fails, now: now, unit: 0.999_999)
        }
        #expect(waits == [10, 20, 40, 80, 120, 120, 120, 120])
    }

    @Test("A probe that works closes it with a slow start")
    func closes() {
        var breaker = broken()
        let later = Self.start + .seconds(60)
        #expect(breaker.admission(now: later) == .open(limit: 1))
        breaker.note(.works, now: later, unit: 0)
        #expect(!breaker.isOpen && breaker.isStartingSlowly)
        #expect(breaker.admission(now: later) == .open(limit: 4))
        for _ in 0..<3 { breaker.note(.works, now: later, unit: 0) }
        #expect(breaker.admission(now: later) == .open(limit: 10))
        for _ in 0..<600 { breaker.note(.works, now: later, unit: 0) }
        #expect(breaker.admission(now: later) == .open(limit: nil))
    }

    @Test("A failure after the wait counts as a probe's, one before it as that of a push sent earlier")
    func stragglers() {
        var breaker = broken(unit: 0)
        let end = Self.start + .seconds(5)
        breaker.note(.fails, now: end - .milliseconds(1), unit: 0)
        #expect(breaker.admission(now: Self.start) == .closed(until: end))
        breaker.note(.fails, now: end, unit: 0)
        #expect(breaker.admission(now: end) == .closed(until: end + .seconds(10)))
    }

    @Test("A failure in the slow start opens it again at once")
    func relapse() {
        var breaker = broken()
        let later = Self.start + .seconds(60)
        breaker.note(.works, now: later, unit: 0)
        breaker.note(.fails, now: later, unit: 0)
        #expect(breaker.isOpen)
    }

    static let observations: [(SendOutcome, CircuitBreaker.Observation)] = [
        (.accepted(receipt: nil), .works), (.gone(reason: "x", since: nil), .works),
        (.rejected(reason: "x", scope: .message), .works), (.rejected(reason: "x", scope: .device), .works),
        (.rejected(reason: "x", scope: .configuration), .fails),
        (.throttled(reason: "x", retryAfter: nil, scope: .sender), .works),
        (.unavailable(reason: "x", retryAfter: nil), .fails), (.unknown(reason: "x"), .fails),
        (.notProcessed(reason: "x"), .silent),
        // A server that leaves in good order says nothing of the service.
        (.unknown(reason: "GOAWAY"), .silent), (.unavailable(reason: "GOAWAY", retryAfter: nil), .silent),
        (.unknown(reason: "GOAWAY_11"), .fails),
    ]

    @Test("What an outcome says of the service", arguments: observations)
    func observation(_ outcome: SendOutcome, _ observation: CircuitBreaker.Observation) {
        #expect(CircuitBreaker.Observation(outcome) == observation)
    }

    @Test("It reports the first failure, the opening with its reason, and the closing, each once")
    func changes() {
        var breaker = CircuitBreaker()
        var reported: [CircuitBreaker.Change] = []
        func note(_ observation: CircuitBreaker.Observation, _ reason: String?, _ seconds: Int) {
            let now = Self.start + .seconds(seconds)
            if let change = breaker.note(observation, reason: reason, now: now, unit: 0) { reported.append(change) }
        }
        note(.works, nil, 0)
        for second in 1...12 { note(.fails, "connection-refused", second) }
        let opening = OpenBreaker(
            since: Self.start + .seconds(9),
            reason: "connection-refused",
            probeAt: Self.start + .seconds(14)
        )
        #expect(reported == [.firstFailure, .opened(opening)])
        note(.fails, "connect-timeout", 16)
        #expect(reported.count == 2, "a failed probe is no news")
        #expect(breaker.opening?.since == opening.since && breaker.opening?.reason == "connect-timeout")
        #expect(breaker.opening?.probeAt == Self.start + .seconds(26))
        note(.works, nil, 26)
        note(.works, nil, 27)
        #expect(reported == [.firstFailure, .opened(opening), .closed(since: opening.since)])
        #expect(breaker.opening == nil)
    }

    @Test("A service with a failure now and then is reported every ten minutes at most")
    func rareFailures() {
        var breaker = CircuitBreaker()
        var count = 0
        for second in 0..<3_600 {
            let observation: CircuitBreaker.Observation = second % 60 == 0 ? .fails : .works
            count += breaker.note(observation, now: Self.start + .seconds(second), unit: 0) == nil ? 0 : 1
        }
        #expect(count == 6)
    }

    @Test("One that begins open lets a probe through when its time has come")
    func begins() {
        let opening = OpenBreaker(since: Self.start, reason: "HTTP_503", probeAt: Self.start + .seconds(9))
        let breaker = CircuitBreaker(opening)
        #expect(breaker.opening == opening)
        #expect(breaker.admission(now: Self.start) == .closed(until: opening.probeAt))
        #expect(breaker.admission(now: opening.probeAt) == .open(limit: 1))
    }
}
