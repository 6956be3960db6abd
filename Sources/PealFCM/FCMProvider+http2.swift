import NIOCore
import PealCore
import PealHTTP2
import PealProviderKit

extension FCMProvider {
    /// Sends the messages of a batch over HTTP/2, without a task for each.
    func submit(_ batch: PushBatch, over connections: FCMConnections, into sink: OutcomeSink) async {
        var requests: [FCMRequest] = []
        requests.reserveCapacity(batch.items.count)
        for (index, item) in batch.items.enumerated() {
            switch body(of: item.message) {
            case .success(let body): requests.append(FCMRequest(index: index, body: ByteBuffer(bytes: body)))
            case .failure(let refusal): sink.take(refusal.outcome, of: index)
            }
        }
        guard !requests.isEmpty else { return }
        let run = connections.beginRun(of: requests.count)
        await withTaskCancellationHandler {
            await send(requests, run, over: connections, into: sink)
            while let returned = await run.next() {
                await sendAgain(returned, batch, run, over: connections, into: sink)
            }
        } onCancel: {
            run.cancel()
            connections.cancel(run)
        }
    }

    /// Sends requests with an access token in force; each ends, or is returned to the run.
    private func send(
        _ requests: [FCMRequest],
        _ run: HTTP2BatchRun<FCMReturned>,
        over connections: FCMConnections,
        into sink: OutcomeSink
    ) async {
        let token: BearerToken
        switch await tokens.token() {
        case .success(let valid): token = valid
        case .failure(let failure):
            let outcome = Self.outcome(of: failure)
            sink.take(requests.map { PushOutcome(index: $0.index, outcome) })
            return run.finish(requests.count)
        }
        guard !run.isCancelled else {
            sink.take(requests.map { PushOutcome(index: $0.index, .notProcessed(reason: "cancelled")) })
            return run.finish(requests.count)
        }
        connections.start(requests, bearer: token, run) { [now] request, reply in
            switch Self.read(reply, now: now()) {
            case .outcome(let outcome):
                // Reported before it is counted: when the last one is counted, all are reported.
                sink.take(outcome, of: request.index)
                run.finish()
            case .accessTokenRefused where request.hasFreshToken:
                sink.take(.rejected(reason: "UNAUTHENTICATED", scope: .configuration), of: request.index)
                run.finish()
            case .accessTokenRefused: run.giveBack(.tokenRefused(request, token))
            case nil: run.giveBack(.notHTTP2(request))
            }
        }
    }

    /// Tries another access token, only once, where one ended early, and HTTP/1.1 where the host does not speak HTTP/2.
    private func sendAgain(
        _ returned: [FCMReturned],
        _ batch: PushBatch,
        _ run: HTTP2BatchRun<FCMReturned>,
        over connections: FCMConnections,
        into sink: OutcomeSink
    ) async {
        var again: [FCMRequest] = []
        var others: [Int] = []
        for message in returned {
            switch message {
            case .tokenRefused(var request, let token):
                tokens.invalidate(token)
                request.hasFreshToken = true
                again.append(request)
            case .notHTTP2(let request):
                connections.avoid()
                others.append(request.index)
            }
        }
        if !again.isEmpty { await send(again, run, over: connections, into: sink) }
        guard !others.isEmpty else { return }
        let rest = OutcomeSink { [others] outcomes in
            sink.take(outcomes.map { PushOutcome(index: others[$0.index], $0.outcome) })
        }
        await sendEach(PushBatch(others.map { batch.items[$0] }), into: rest)
        run.finish(others.count)
    }

    /// Sends one request and reads its answer; `nil` when the host does not speak HTTP/2.
    func reading(of body: [UInt8], _ token: BearerToken, over connections: FCMConnections) async
        -> FCMReasons.Reading?
    {
        let run = connections.beginRun(of: 1)
        let request = FCMRequest(index: 0, body: ByteBuffer(bytes: body))
        let reply = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                connections.start([request], bearer: token, run) { _, reply in continuation.resume(returning: reply) }
            }
        } onCancel: {
            run.cancel()
            connections.cancel(run)
        }
        let reading = Self.read(reply, now: now())
        if reading == nil { connections.avoid() }
        return reading
    }

    /// What a reply means; `nil` when the host does not speak HTTP/2.
    private static func read(_ reply: HTTP2Reply, now: Timestamp) -> FCMReasons.Reading? {
        switch reply {
        // Without the rest the reason of a refusal is unknown, which may be the token or the configuration.
        case .answered(let answer) where !answer.isComplete && !(200..<300).contains(answer.status):
            .outcome(.unavailable(reason: "answer-truncated", retryAfter: nil))
        case .answered(let answer): FCMReasons.read(HTTPAnswer(answer), now: now)
        case .notSent(HTTP2Reply.notHTTP2): nil
        // Not `notProcessed`: that is sent again at once, which a service that is down does not deserve.
        case .notSent(let reason): .outcome(.unavailable(reason: reason, retryAfter: nil))
        case .notProcessed(let reason): .outcome(.notProcessed(reason: reason))
        case .answerLost(let reason): .outcome(.unknown(reason: reason))
        }
    }
}

extension HTTPAnswer {
    /// An answer without the headers that nobody reads.
    fileprivate init(_ answer: HTTP2Answer) {
        let wait = answer.status == 200 ? nil : answer.header("retry-after")
        self.init(
            status: answer.status,
            headers: wait.map { [("retry-after", $0)] } ?? [],
            body: answer.isComplete ? answer.body : []
        )
    }
}
