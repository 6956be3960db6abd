import PealCore
import PealHTTP2
import PealProviderKit

extension WebPushProvider {
    /// How many tasks encrypt the messages of a batch.
    private static let encryptors = 4

    /// Sends the messages of a batch over HTTP/2, without a task for each; those to other push services by the HTTP client.
    func submit(_ batch: PushBatch, over connections: WebPushConnections, into sink: OutcomeSink) async {
        let work = WebPushBatch(batch, over: connections, reader: reader, into: sink)
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for _ in 1..<max(min(work.chunks, Self.encryptors), 1) { group.addTask { await encrypt(work) } }
                await encrypt(work)
                while let returned = await work.run.next() {
                    for request in returned { group.addTask { await sendByClient(request, of: work) } }
                }
            }
        } onCancel: {
            work.cancel()
        }
    }

    /// Encrypts chunks and sends them, until all are taken.
    @concurrent
    private func encrypt(_ work: WebPushBatch) async {
        while let chunk = work.nextChunk() {
            var requests: [WebPushRequest] = []
            var refused: [PushOutcome] = []
            keys.whileBusy {
                for index in chunk {
                    switch request(for: work.items[index].message, at: index, isCancelled: work.run.isCancelled) {
                    case .success(let request): requests.append(request)
                    case .failure(let refusal): refused.append(PushOutcome(index: index, refusal.outcome))
                    }
                }
            }
            work.report(refused)
            for group in Dictionary(grouping: requests, by: \.origin).values { work.start(group) }
            // Others want the thread too: a chunk takes about a millisecond.
            await Task.yield()
        }
    }

    /// Sends a request by the HTTP client; it has not left yet.
    private func sendByClient(_ request: WebPushRequest, of work: WebPushBatch) async {
        let outcome =
            work.run.isCancelled ? .notProcessed(reason: "cancelled") : await self.outcome(of: request)
        work.report([PushOutcome(index: request.index, outcome)])
    }
}
