import PealCore
import PealEngine

extension ActionReceipt {
    /// What was taken and what it means; for an arrival the reply, and the text to show.
    func write(to writer: inout JSONWriter, ignored: [IgnoredHint] = []) {
        writer.object { writer in
            writer.member("notificationId", notification.description)
            writer.member("action", taken.action)
            writer.member("kind", kind.rawValue)
            writer.member("timestamp", taken.at)
            writer.member("latest", isLatest)
            if !payload.isEmpty { writer.member("payload", .object(payload)) }
            writer.member("link", link)
            writer.member("confirmation", eta?.confirmation)
            writer.warnings(ignored)
            guard let eta else { return }
            writer.name("eta")
            eta.write(to: &writer)
        }
    }
}

extension HeldAction {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("notification", notification.description)
            writer.member("action", taken.action)
            writer.member("timestamp", taken.at)
        }
    }
}
