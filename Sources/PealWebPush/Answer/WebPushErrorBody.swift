import FoundationEssentials
import PealProviderKit

/// What a push service says beside the status: Mozilla's `errno`, Apple's `reason`, Microsoft's header, or text.
struct WebPushErrorBody {
    var errno: Int?
    var reason: String?
    /// Whether it says that another key signed than the one the subscription is bound to.
    var isKeyMismatch = false
    /// Whether it says that the signed token is wrong in itself, such as expired: it would be for every subscription.
    var isAboutToken = false

    /// The header in which Microsoft's service says what is wrong.
    static let descriptionHeader = "x-wns-error-description"

    /// Reads an answer.
    /// - Parameters:
    ///   - body: the body; one of more than 16 KiB counts as none.
    ///   - description: the value of ``descriptionHeader``.
    init(_ body: [UInt8], description: String? = nil) {
        var text = description ?? ""
        if !body.isEmpty, body.count <= 16_384 {
            text += " " + String(decoding: body, as: UTF8.self)
            if let json = try? JSONDecoder().decode(Members.self, from: Data(body)) {
                errno = json.errno
                reason = json.reason.flatMap { ReasonCode.safe($0) }
            } else {
                // Google answers with a line of text; a single word in it can be a code.
                reason = ReasonCode.safe(String(decoding: body, as: UTF8.self))
            }
        }
        let words = text.lowercased()
        isAboutToken = Self.tokenWords.contains { words.contains($0) }
        isKeyMismatch = !isAboutToken && (reason == "VapidPkHashMismatch" || Self.namesMismatch(words))
    }

    /// What only a signed token can be: its claims and its end.
    private static let tokenWords = [
        "expir", "audience", "\"aud\"", "'aud'", "claim", "subject", "too far in the future",
    ]

    /// Whether a text says that two belong to different senders.
    ///
    /// Google: "do not correspond to the credentials used to create the subscriptions", "MismatchSenderId".
    private static func namesMismatch(_ text: String) -> Bool {
        if text.contains("mismatch") { return true }
        let verbs = ["correspond", "match", "belong", "agree"]
        let negations = ["not ", "n't ", "cannot "]
        if negations.contains(where: { negation in verbs.contains { text.contains(negation + $0) } }) { return true }
        let others = ["different ", "another ", "wrong ", "other "]
        let owners = ["sender", "key", "application server", "applicationserverkey", "credential"]
        return others.contains { other in owners.contains { text.contains(other + $0) } }
    }

    private struct Members: Decodable {
        var errno: Int?
        var reason: String?
    }
}
