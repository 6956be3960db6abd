import PealCore
import PealStore

/// The texts of a batch of pushes, opened: those that recipients share only once.
struct OpenedTexts {
    private var shared: [ContentID: NotificationText] = [:]

    /// The content of a push as its device shows it; throws ``CryptoError`` when no key at hand opens it.
    mutating func content(of delivery: ClaimedDelivery, _ vault: DataVault) throws -> NotificationContent {
        let (stored, id, app) = (delivery.content, delivery.id.notification, delivery.app)
        var text: NotificationText
        if let row = stored.text.shared, let known = shared[row] {
            text = known
        } else {
            text = try vault.text(of: stored, id, app: app)
            if let row = stored.text.shared { shared[row] = text }
        }
        if let digest = try vault.digestText(of: stored, id, app: app) {
            (text.pushTitle, text.pushBody) = (digest.title, digest.body)
        }
        return NotificationContent(stored, text)
    }
}
