import PealCore
import PealProviderKit

/// Asks Expo for receipts.
struct ExpoReceiptRequest: Sendable {
    let wire: ExpoWire

    /// How many requests one question may cost.
    private static let requestLimit = 16
    /// No message ever has this id.
    private static let nobody = "00000000-0000-0000-0000-000000000000"

    func outcomes(of ids: [String], atATime size: Int) async -> Result<[String: SendOutcome], ReceiptFailure> {
        var known: [String: SendOutcome] = [:]
        var open = stride(from: 0, to: ids.count, by: size).map { ids[$0..<min($0 + size, ids.count)] }
        var requests = 0
        while let part = open.popLast(), requests < Self.requestLimit {
            requests += 1
            switch await ask(part) {
            case .outcomes(let outcomes): known.merge(outcomes) { $1 }
            case .tooMany(let reason):
                guard part.count > 1 else { return .failure(ReceiptFailure(reason: reason)) }
                let middle = part.startIndex + part.count / 2
                open += [part[..<middle], part[middle...]]
            case .failed(let failure, _):
                // What is known already is worth having; the rest is asked for again.
                return known.isEmpty ? .failure(failure) : .success(known)
            }
        }
        return .success(known)
    }

    func check() async -> CredentialCheck {
        switch await ask([Self.nobody]) {
        case .outcomes: .accepted
        case .tooMany(let reason): .unreachable(reason: reason)
        case .failed(let failure, let isRefused):
            isRefused ? .refused(reason: failure.reason) : .unreachable(reason: failure.reason)
        }
    }

    private func ask(_ ids: ArraySlice<String>) async -> ExpoReceiptReading {
        var body = JSONWriter(reserving: 16 + ids.count * 40)
        body.beginObject()
        body.name("ids")
        body.beginArray()
        for id in ids { body.string(id) }
        body.endArray()
        body.endObject()
        switch await wire.post(body.bytes, to: wire.options.receiptsURL) {
        case .answered(let answer): return ExpoReceiptReading(answer, ids: ids, now: wire.now())
        case .notSent(let reason), .answerLost(let reason):
            return .failed(ReceiptFailure(reason: reason), isRefused: false)
        }
    }
}
