import FoundationEssentials
import PealCore

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
        reason = members["reason"]?.string.flatMap { Self.safeCode($0) }
        switch members["timestamp"] {
        case .integer(let milliseconds): timestamp = Timestamp(milliseconds: milliseconds)
        case .number(let milliseconds):
            timestamp = Int64(exactly: milliseconds.rounded()).map { .init(milliseconds: $0) }
        default: break
        }
    }

    /// A code from outside that may be stored and shown; `nil` when it is not one.
    private static func safeCode(_ text: String) -> String? {
        guard (1...64).contains(text.utf8.count) else { return nil }
        let isCode = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isCode ? text : nil
    }
}
