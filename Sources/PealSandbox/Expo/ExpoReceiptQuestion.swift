import HTTPTypes
import PealCore

/// One `POST /--/api/v2/push/getReceipts`.
struct ExpoReceiptQuestion {
    let simulator: ExpoSimulator
    let headers: HTTPFields
    let body: [UInt8]

    /// What the service takes at a time.
    static let limit = 1000

    func answer() async -> SimulatorAnswer {
        let fault =
            simulator.faults.isEmpty
            ? nil : simulator.faults.take(for: FaultSubject(endpoint: "receipts", body: body), provider: .expo)
        if let fault {
            if fault.delay > .zero { try? await simulator.world.wait(fault.delay) }
            if let reset = fault.reset, reset != .truncated { return .reset }
            if let answer = fault.answer, answer.status >= 300 {
                return SimulatorAnswer(answer, body: ExpoRefusal(answer).body)
            }
        }
        let values = JSONText.parse(body)?.object?["ids"]?.array
        guard let ids = values?.compactMap(\.string), ids.count == values?.count, !ids.isEmpty else {
            return refuse(.invalid("\"ids\" must be an array of strings"))
        }
        guard ids.count <= Self.limit else { return refuse(.tooMany("PUSH_TOO_MANY_RECEIPTS", limit: Self.limit)) }
        guard simulator.access.lets(in: headers.bearer, project: nil) else { return refuse(.unauthorized) }
        let now = simulator.world.now()
        var receipts: [String: JSONValue] = [:]
        for id in ids {
            guard let entry = simulator.receipts.entry(id, at: now) else { continue }
            guard simulator.access.lets(in: headers.bearer, project: entry.project) else {
                return refuse(.unauthorized)
            }
            receipts[id] = receipt(entry, id: id)
        }
        let answer = JSONText.write(.object(["data": .object(receipts)]))
        return SimulatorAnswer(
            status: 200,
            body: fault?.reset == .truncated ? Array(answer.prefix(answer.count / 2)) : answer
        )
    }

    private func receipt(_ entry: ExpoReceipts.Entry, id: String) -> JSONValue {
        if let error = entry.error { return ExpoSend.error(error, token: entry.subject.token ?? "") }
        if !simulator.faults.isEmpty,
            let error = simulator.faults.take(for: entry.subject, provider: .expo)?.answer?.reason
        {
            simulator.receipts.setError(error, of: id)
            return ExpoSend.error(error, token: entry.subject.token ?? "")
        }
        return .object(["status": .string("ok")])
    }

    private func refuse(_ refusal: ExpoRefusal) -> SimulatorAnswer {
        SimulatorAnswer(status: refusal.status, body: refusal.body)
    }
}

extension HTTPFields {
    /// The access token of a request.
    var bearer: String? {
        self[.authorization].map { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : "" }
    }
}
