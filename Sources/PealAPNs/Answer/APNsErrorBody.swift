import FoundationEssentials
import PealCore
import PealProviderKit

/// The JSON of an error answer, also sent with a GOAWAY; empty when it is something else.
struct APNsErrorBody {
    /// The largest body that is looked at.
    static let sizeLimit = 4096

    var reason: String?
    var timestamp: Timestamp?

    init(_ body: [UInt8]) {
        guard !body.isEmpty, body.count <= Self.sizeLimit,
            let value = try? JSONDecoder().decode(JSONValue.self, from: Data(body)), let members = value.object
        else { return }
        reason = members["reason"]?.string.flatMap { ReasonCode.safe($0) }
        switch members["timestamp"] {
        case .integer(let milliseconds): timestamp = Timestamp(milliseconds: milliseconds)
        case .number(let milliseconds):
            timestamp = Int64(exactly: milliseconds.rounded()).map { .init(milliseconds: $0) }
        default: break
        }
    }
}
