import PealProviderKit
import FoundationEssentials

/// What a push service says beside the status: Mozilla's `errno`, Apple's `reason`, or text.
struct WebPushErrorBody {
    var errno: Int?
    var reason: String?
    /// Whether it says that another key signed than the one the subscription is bound to.
    var isKeyMismatch = false

    init(_ body: [UInt8]) {
        guard !body.isEmpty, body.count <= 16_384 else { return }
        if let json = try? JSONDecoder().decode(Members.self, from: Data(body)) {
            errno = json.errno
            reason = json.reason.flatMap { ReasonCode.safe($0) }
        } else {
            // Google answers with a line of text; a single word in it can be a code.
            reason = ReasonCode.safe(String(decoding: body, as: UTF8.self))
        }
        let text = String(decoding: body, as: UTF8.self).lowercased()
        isKeyMismatch =
            reason == "VapidPkHashMismatch"
            || ["mismatch", "do not correspond", "does not correspond", "does not match"].contains { text.contains($0) }
    }

    private struct Members: Decodable {
        var errno: Int?
        var reason: String?
    }
}
