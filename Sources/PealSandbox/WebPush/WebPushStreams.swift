import HTTPTypes
import NIOHPACK

/// The simulator's web face over HTTP/2.
struct WebPushStreams: StreamService {
    let simulator: WebPushSimulator

    func answer(to request: StreamRequest) -> StreamAnswer? {
        simulator.faults.isEmpty ? StreamAnswer(call(request).answerWithoutFault()) : nil
    }

    func laterAnswer(to request: StreamRequest) async -> StreamAnswer { StreamAnswer(await call(request).answer()) }

    private func call(_ request: StreamRequest) -> WebPushCall {
        var fields = HTTPFields()
        for header in request.headers {
            // Pseudo-headers are no names of fields.
            guard let name = HTTPField.Name(header.name) else { continue }
            fields.append(HTTPField(name: name, value: header.value))
        }
        return WebPushCall(
            simulator: simulator,
            method: request.method,
            path: String(request.path.prefix { $0 != "?" }),
            headers: fields,
            body: request.body,
            isHTTP2: true
        )
    }
}

extension StreamAnswer {
    fileprivate init(_ answer: WebPushAnswer) {
        self.init(
            status: answer.status,
            headers: answer.headers.map { ($0.name.canonicalName, $0.value) },
            body: answer.body,
            isReset: answer.isReset,
            isTruncated: answer.isTruncated
        )
    }
}
