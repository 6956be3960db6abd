import JudgeKit
import PealCore
import PealCrypto
import PealStore

/// The texts of a notification as they are stored: sealed differently in each world.
struct SealedTextFact: Sendable {
    var app: AppID
    var id: NotificationID
    var text: SealedText

    /// The texts themselves.
    /// - Throws: `CryptoError` when a seal is broken or bound to another row, `JudgeError` when it seals no texts.
    func opened(by keyring: Keyring) throws -> TextFact {
        TextFact(
            app: app,
            id: id,
            text: try open(text.bytes, text.shared.map(SealedColumn.sharedText) ?? .text(id), keyring),
            digest: try text.digest.flatMap { try open($0, .digestText(id), keyring) }
        )
    }

    private func open(_ sealed: [UInt8], _ column: SealedColumn, _ keyring: Keyring) throws -> NotificationText? {
        guard !sealed.isEmpty else { return nil }
        guard let text = NotificationText(bytes: try keyring.open(sealed, app: app, context: column.context)) else {
            throw JudgeError(.invalid, "\(column) seals no texts")
        }
        return text
    }
}

/// The texts of a notification.
struct TextFact: Sendable, Equatable {
    var app: AppID
    var id: NotificationID
    /// What the inbox and the push show; `nil` where nothing is kept.
    var text: NotificationText?
    /// What the push says as a digest or a summary; `nil` where it stands for itself.
    var digest: NotificationText?
}
