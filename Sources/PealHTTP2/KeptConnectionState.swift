import NIOCore

/// The part of a kept connection that belongs to its event loop.
final class KeptConnectionState {
    private let eventLoop: any EventLoop
    private let dialer: HTTP2Dialer
    private let timing: HTTP2Timing
    private let random: @Sendable () -> Double

    private var waiting = CircularBuffer<HTTP2Request>()
    private var current: HTTP2Connection?
    private var opening: HTTP2Connection?
    private var leaving: [HTTP2Connection] = []
    private var isDialling = false
    private var failures = 0
    private var retryAt: NIODeadline = .uptimeNanoseconds(0)
    private var failureReason = "connection-failed"
    private var nextTick: (at: NIODeadline, scheduled: Scheduled<Void>)?
    private var shutdowns: [EventLoopPromise<Void>]?

    /// Receives how many requests ended, and how many fit now.
    var report: ((_ finished: Int, _ capacity: Int) -> Void)?

    init(
        eventLoop: any EventLoop,
        dialer: HTTP2Dialer,
        timing: HTTP2Timing,
        random: @escaping @Sendable () -> Double
    ) {
        self.eventLoop = eventLoop
        self.dialer = dialer
        self.timing = timing
        self.random = random
    }

    /// Takes requests and sends what fits, with one flush for all.
    func take(_ requests: [HTTP2Request]) {
        guard !requests.isEmpty else { return }
        guard shutdowns == nil else { return refuse(requests, .notSent(reason: "shut-down")) }
        waiting.append(contentsOf: requests)
        pump()
        look(in: timing.tick)
    }

    /// Withdraws the requests of a batch that have not left yet, with those that have just arrived, and waits for the others
    /// a moment longer.
    func cancel(_ batch: Int, _ arrived: [HTTP2Request]) {
        let withdrawn = waiting.filter { $0.batch == batch } + arrived
        waiting.removeAll { $0.batch == batch }
        for connection in [current].compactMap(\.self) + leaving {
            connection.hurry(batch, until: eventLoop.now + timing.lastWord)
        }
        look(in: timing.tick)
        if !withdrawn.isEmpty { refuse(withdrawn, .notProcessed(reason: "cancelled")) }
    }

    func shutdown(_ promise: EventLoopPromise<Void>) {
        shutdowns = (shutdowns ?? []) + [promise]
        refuseWaiting(.notProcessed(reason: "shut-down"))
        opening?.close(reason: "shut-down")
        current?.leave()
        endIfIdle()
    }

    // MARK: Sending

    private func pump() {
        guard let current else {
            if !waiting.isEmpty { dial() }
            return tellCapacity()
        }
        var hasWritten = false
        while current.hasRoom, let request = waiting.popFirst() {
            current.start(request)
            hasWritten = true
        }
        if hasWritten { current.flush() }
        tellCapacity()
    }

    private func tellCapacity(finished: Int = 0) {
        let isPaused = current == nil && !isDialling && eventLoop.now < retryAt
        report?(finished, isPaused ? 0 : max(current?.capacity ?? 1, 1))
    }

    private func refuse(_ requests: [HTTP2Request], _ reply: HTTP2Reply) {
        tellCapacity(finished: requests.count)
        for request in requests { request.reply(reply) }
    }

    private func refuseWaiting(_ reply: HTTP2Reply) {
        let requests = Array(waiting)
        waiting.removeAll(keepingCapacity: false)
        if !requests.isEmpty { refuse(requests, reply) }
    }

    // MARK: Opening

    /// Opens a connection, one at a time; during the pause after a failure every caller gets that failure instead,
    /// or waits when it is soon over.
    private func dial() {
        guard !isDialling else { return }
        let pause = retryAt - eventLoop.now
        if pause > timing.patience { return refuseWaiting(.notSent(reason: failureReason)) }
        if pause > .nanoseconds(0) { return look(in: pause) }
        isDialling = true
        // The callbacks run on this event loop, which is where this state belongs.
        let here = NIOLoopBound(self, eventLoop: eventLoop)
        dialer.connect(on: eventLoop).whenComplete { result in
            switch result {
            case .success(let channel): here.value.connected(channel)
            case .failure(let error):
                // A guard's refusal says something of the addresses that it saw, and nothing of those at the next attempt.
                let later = error is HTTP2Refusal ? "connection-failed" : nil
                here.value.failed(ConnectionFailureCode.code(of: error), later: later)
            }
        }
    }

    private func connected(_ channel: any Channel) {
        guard let connection = try? channel.pipeline.syncOperations.handler(type: HTTP2Connection.self) else {
            // It ended before it was looked at, and its handlers are gone.
            return failed("connection-closed")
        }
        opening = connection
        connection.adopt(by: self)
        if shutdowns != nil { connection.close(reason: "shut-down") }
        look(in: timing.tick)
    }

    /// A connection did not come about, or ended before it was of any use; `later` is what requests during the pause are told
    /// where that is something else.
    private func failed(_ reason: String, later: String? = nil) {
        guard isDialling else { return }
        isDialling = false
        opening = nil
        failures += 1
        failureReason = later ?? reason
        retryAt = eventLoop.now + timing.pause(afterFailures: failures, random: random())
        refuseWaiting(.notSent(reason: reason))
        tellCapacity()
        endIfIdle()
    }

    // MARK: Time

    /// Makes sure that a look around happens at the latest after some time.
    private func look(in delay: TimeAmount) {
        let at = eventLoop.now + delay
        if let nextTick {
            guard at < nextTick.at else { return }
            nextTick.scheduled.cancel()
        }
        let here = NIOLoopBound(self, eventLoop: eventLoop)
        nextTick = (at, eventLoop.scheduleTask(deadline: at) { here.value.tick() })
    }

    private func tick() {
        nextTick = nil
        let now = eventLoop.now
        while let first = waiting.first, first.deadline <= now {
            waiting.removeFirst()
            refuse([first], .notSent(reason: "timeout"))
        }
        if let opening, now - opening.openedAt >= timing.connect { opening.close(reason: "connect-timeout") }
        if current == nil, !waiting.isEmpty { dial() }
        let connections = [current].compactMap { $0 } + leaving
        for connection in connections { connection.tick(now: now, timing: timing) }
        guard waiting.isEmpty, opening == nil, connections.allSatisfy({ $0.openStreams == 0 }) else {
            return look(in: timing.tick)
        }
        guard let next = connections.map({ $0.nextLook(timing: timing) }).min() else { return }
        look(in: max(next - now, timing.tick))
    }

    private func endIfIdle() {
        guard let promises = shutdowns, current == nil, leaving.isEmpty, !isDialling else { return }
        shutdowns = []
        nextTick?.scheduled.cancel()
        nextTick = nil
        for promise in promises { promise.succeed() }
    }
}

extension KeptConnectionState: HTTP2Connection.Owner {
    func isReady(_ connection: HTTP2Connection) {
        guard connection === opening else { return }
        isDialling = false
        opening = nil
        current = connection
        pump()
    }

    func roomChanged(_ connection: HTTP2Connection) {
        if connection === current { pump() }
    }

    func isLeaving(_ connection: HTTP2Connection) {
        guard connection === current else { return }
        current = nil
        leaving.append(connection)
        lost(connection)
        pump()
    }

    func hasEnded(_ connection: HTTP2Connection, reason: String) {
        if connection === opening { return failed(reason) }
        if connection === current {
            current = nil
            lost(connection)
        }
        leaving.removeAll { $0 === connection }
        pump()
        endIfIdle()
    }

    func finished(_ count: Int) { if count > 0 { tellCapacity(finished: count) } }

    /// A server that ends every connection before it answers anything is not asked without a pause.
    ///
    /// It counts from when that connection was opened: Apple minds rapid connects, and one that was silent for the whole
    /// time of a request has waited long enough.
    private func lost(_ connection: HTTP2Connection) {
        guard !connection.hasProvenItself else {
            failures = 0
            return
        }
        failures += 1
        failureReason = connection.reason
        retryAt = connection.openedAt + timing.pause(afterFailures: failures, random: random())
    }
}
