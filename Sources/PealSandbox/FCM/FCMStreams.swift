import HTTPTypes
import NIOHPACK

/// FCM over HTTP/2: messages only; access tokens are asked for over HTTP/1.1.
struct FCMStreams: StreamService {
    let simulator: FCMSimulator

    func answer(to request: StreamRequest) -> StreamAnswer? {
        guard let send = send(request) else { return StreamAnswer(SimulatorAnswer(status: 404)) }
        return simulator.faults.isEmpty ? StreamAnswer(send.answer(nil)) : nil
    }

    func laterAnswer(to request: StreamRequest) async -> StreamAnswer {
        guard let send = send(request) else { return StreamAnswer(SimulatorAnswer(status: 404)) }
        return StreamAnswer(await send.answer())
    }

    private func send(_ request: StreamRequest) -> FCMSend? {
        guard let project = FCMResponder.project(in: request.path) else { return nil }
        var fields = HTTPFields()
        if let bearer = request.headers.first(name: "authorization") { fields[.authorization] = bearer }
        if let type = request.headers.first(name: "content-type") { fields[.contentType] = type }
        return FCMSend(simulator: simulator, project: project, headers: fields, body: request.body)
    }
}

extension StreamAnswer {
    fileprivate init(_ answer: SimulatorAnswer) {
        self.init(status: answer.status, body: answer.body, isReset: answer.isReset)
        headers = [("content-type", answer.contentType)]
        if let retryAfter = answer.retryAfter { headers.append(("retry-after", retryAfter)) }
    }
}
