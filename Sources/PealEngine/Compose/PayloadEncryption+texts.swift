import PealCore
import PealCrypto
import PealStore

extension PayloadEncryption {
    /// Seals the texts of decided recipients: once for all who read the same, each bound to its row.
    func seal(_ decided: [DecidedRecipient], app: AppID, ids: IDGenerator) throws -> [NewNotification] {
        var readers: [NotificationText: Int] = [:]
        if decided.count > 1 {
            for recipient in decided { readers[recipient.content.text, default: 0] += 1 }
        }
        var shared: [NotificationText: SealedText] = [:]
        return try decided.map { recipient in
            var new = recipient.notification
            let text = recipient.content.text
            guard !text.isEmpty else { return new }
            if readers[text, default: 1] == 1 {
                new.content.text.bytes = try seal(text, .text(new.id), app: app)
            } else if let sealed = shared[text] {
                new.content.text = sealed
            } else {
                let id: ContentID = ids.make()
                new.content.text = SealedText(shared: id, bytes: try seal(text, .sharedText(id), app: app))
                shared[text] = new.content.text
            }
            return new
        }
    }

    /// Seals what a push says that stands for several; `nil` where it says nothing of its own.
    func seal(_ text: DigestText?, digestOf id: NotificationID, app: AppID) throws -> [UInt8]? {
        try text.map { try seal(summary: $0, of: id, app: app) }
    }

    /// Seals what a push says that stands for several.
    func seal(summary text: DigestText, of id: NotificationID, app: AppID) throws(CryptoError) -> [UInt8] {
        try seal(NotificationText(title: text.title, body: text.body), .digestText(id), app: app)
    }

    /// Opens the texts of a notification; throws ``CryptoError`` when no key at hand does.
    func text(of content: StoredContent, _ id: NotificationID, app: AppID) throws -> NotificationText {
        let sealed = content.text
        guard !sealed.bytes.isEmpty else { return NotificationText(title: "", body: "") }
        return try text(sealed.bytes, sealed.shared.map(SealedColumn.sharedText) ?? .text(id), app: app)
    }

    /// Opens what a push says that stands for several; `nil` where it stands for itself.
    func digestText(of content: StoredContent, _ id: NotificationID, app: AppID) throws -> NotificationText? {
        try content.text.digest.map { try text($0, .digestText(id), app: app) }
    }

    private func seal(_ text: NotificationText, _ column: SealedColumn, app: AppID) throws(CryptoError) -> [UInt8] {
        try seal(text.bytes, column, app: app)
    }

    private func text(_ sealed: [UInt8], _ column: SealedColumn, app: AppID) throws(CryptoError) -> NotificationText {
        guard let text = NotificationText(bytes: try open(sealed, column, app: app)) else {
            throw CryptoError(.notAuthentic, "the encrypted text is invalid")
        }
        return text
    }
}
