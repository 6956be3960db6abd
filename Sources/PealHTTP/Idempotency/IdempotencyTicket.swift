import PealCore
import PealCrypto
import PealWire

/// A backend's idempotency key with the request it came with.
struct IdempotencyTicket: Sendable {
    let key: IdempotencyKey
    let requestHash: [UInt8]
    /// The user that the path names.
    let user: UserID?

    /// Reads the header, quoted or bare.
    /// - Throws: ``Problem`` when it is empty, longer than 255 bytes or not visible ASCII.
    init(
        header: String,
        app: AppID,
        operation: String,
        requestHash: [UInt8],
        user: UserID? = nil
    ) throws(Problem) {
        var text = Substring(header)
        if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") { text = text.dropFirst().dropLast() }
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw Problem.invalid("must be 1 to 255 visible ASCII characters", at: "header:Idempotency-Key")
        }
        // Backends make keys of what they know, such as order numbers and addresses.
        let hash = Base64URL.encode(Digest.sha256(Array(text.utf8)))
        key = IdempotencyKey(app: app, operation: operation, key: hash)
        self.requestHash = requestHash
        self.user = user
    }

    /// An answer as it is stored: in the transaction of its effect, where it holds ids alone and may be readable, or sealed later.
    func stored(_ answer: APIResponse) -> StoredAnswer {
        StoredAnswer(requestHash: requestHash, status: answer.status, body: CompactAnswer.form(of: answer.body))
    }
}
