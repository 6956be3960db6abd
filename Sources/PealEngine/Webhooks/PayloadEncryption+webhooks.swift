import PealCore
import PealCrypto
import PealStore

extension PayloadEncryption {
    /// Seals the secrets of a webhook, the newest first.
    func seal(_ secrets: [WebhookSecret], of id: WebhookID, app: AppID) throws(CryptoError) -> [UInt8] {
        try seal(Array(secrets.map(\.text).joined(separator: "\n").utf8), .webhookSecrets(id), app: app)
    }

    /// The secrets of a webhook that sign at an instant, the newest first.
    /// - Throws: ``CryptoError`` when no key at hand opens them.
    func secrets(of webhook: Webhook, app: AppID, at now: Timestamp) throws(CryptoError) -> [WebhookSecret] {
        let plain = try open(webhook.sealedSecrets, .webhookSecrets(webhook.id), app: app)
        let all = String(decoding: plain, as: UTF8.self).split(separator: "\n").compactMap { WebhookSecret(String($0)) }
        let isRotating = webhook.rotatesUntil.map { now < $0 } ?? false
        return isRotating ? all : Array(all.prefix(1))
    }
}
