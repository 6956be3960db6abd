import PealCore
import PealProviderKit

extension WebPushProvider {
    /// Makes the request of a message: checks its subscription, encrypts and signs.
    /// - Parameters:
    ///   - message: the message.
    ///   - index: its position in the batch.
    ///   - isCancelled: whether its sender gave up before.
    /// - Returns: the request, or why there is none.
    func request(for message: PushMessage, at index: Int, isCancelled: Bool) -> Result<WebPushRequest, Refusal> {
        do throws(Refusal) {
            guard !isCancelled else { throw Refusal(outcome: .notProcessed(reason: "cancelled")) }
            let (subscription, url) = try endpoint(of: message)
            let origin = url.origin
            if let wait = reader.gate.remaining(origin, now: reader.now()) {
                throw Refusal(outcome: .throttled(reason: "origin-throttled", retryAfter: wait, scope: .device))
            }
            guard let text = WebPushMessageEncoder.encode(message) else {
                throw Refusal(outcome: .rejected(reason: "payload-too-large", scope: .message))
            }
            guard let authorization = tokens.authorization(origin: origin) else {
                throw Refusal(outcome: .rejected(reason: "signing-failed", scope: .configuration))
            }
            return .success(
                WebPushRequest(
                    index: index,
                    url: url,
                    origin: origin,
                    headers: message.webPushHeaders,
                    authorization: authorization,
                    body: try seal(text, for: subscription)
                )
            )
        } catch {
            return .failure(error)
        }
    }

    private func endpoint(of message: PushMessage) throws(Refusal) -> (WebPushSubscription, GuardedURL) {
        // A browser promised its user to show every push, so nothing can be said to the app alone.
        guard message.payload.op == "show" else {
            throw Refusal(outcome: .rejected(reason: "not-showable", scope: .message))
        }
        guard let subscription = try? WebPushSubscription(token: message.token) else {
            throw Refusal(outcome: .rejected(reason: "invalid-subscription", scope: .device))
        }
        guard let url = try? options.endpointRules.check(subscription.endpoint) else {
            throw Refusal(outcome: .rejected(reason: GuardedTransport.refusal, scope: .device))
        }
        return (subscription, url)
    }

    private func seal(_ text: [UInt8], for subscription: WebPushSubscription) throws(Refusal) -> [UInt8] {
        let sealed = try? keys.withKey { key in
            try MessageEncryption.seal(
                text,
                recordLength: MessageEncryption.paddedLength(ofText: text.count),
                for: subscription,
                with: key
            )
        }
        guard let sealed else { throw Refusal(outcome: .rejected(reason: "encryption-failed", scope: .device)) }
        return sealed
    }
}
