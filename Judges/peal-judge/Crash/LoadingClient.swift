import JudgeKit

/// One backend under load: states what happened, and sends some of it again, until its server is gone.
struct LoadingClient: Sendable {
    let record: RequestRecord
    let statements: Statements
    let apis: [String: PealAPI]
    let pause: Duration
    var random: SeededRandom

    /// Runs until the server dies.
    mutating func run(against server: ServerProcess) async {
        while server.child.isRunning, !Task.isCancelled {
            let isReplay = random.unit() < 0.25
            if isReplay, let request = record.takeForReplay(random.unit()) {
                await send(request)
            } else {
                var draw = random
                let statements = statements
                let request = record.add { statements.next(number: $0, random: &draw) }
                random = draw
                await send(request)
            }
            try? await Task.sleep(for: pause * (0.5 + random.unit()))
        }
    }

    /// Sends a statement once and writes down what came of it.
    func send(_ request: TriggerRequest) async {
        guard let api = apis[request.app] else { return }
        do {
            record.answered(request.number, try await api.submit(request.body, idempotencyKey: request.idempotencyKey))
        } catch {
            record.lost(request.number)
        }
    }
}
