import Foundation
import PealCore

/// What one button of a notification carries beside its text: a link and a payload of its own.
struct ActionContent: Sendable, Equatable, Codable {
    /// The button.
    var id: String
    /// The link that it opens; `nil` where it has none of its own.
    var link: String?
    /// What the app gets with it.
    var payload: [String: JSONValue] = [:]

    /// The form in which a notification keeps them; `nil` when no button carries anything.
    static func encode(_ actions: [ActionContent]) -> String? {
        let carrying = actions.filter { $0.link != nil || !$0.payload.isEmpty }
        guard !carrying.isEmpty else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(carrying)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The form in which a notification keeps that it has no buttons, although its type has.
    static let withheld = "[]"

    /// What the buttons of a notification carry, by button.
    static func decode(_ content: NotificationContent) -> [String: ActionContent] {
        guard let text = content.text.actions,
            let actions = try? JSONDecoder().decode([ActionContent].self, from: Data(text.utf8))
        else { return [:] }
        return Dictionary(actions.map { ($0.id, $0) }) { first, _ in first }
    }
}

extension NotificationContent {
    /// Whether it has the buttons of its type; a host of the event has no reply to an arrival question.
    var hasButtons: Bool { text.actions != ActionContent.withheld }
}

extension ActionDeclaration {
    /// The link that the button of a notification opens; `nil` for one that opens nothing.
    func link(_ own: ActionContent?, of notification: String) -> String? {
        own?.link ?? (kind == .openApp ? notification : nil)
    }
}

extension ActionContent {
    /// What a button of a stored notification carries: once the notification has left the inbox, only what is the same in every
    /// notification.
    init(of action: ActionDeclaration, in item: InboxItem, _ encryption: PayloadEncryption, app: AppID) throws {
        let content = NotificationContent(item.content, try encryption.text(of: item.content, item.id, app: app))
        let constants = action.payload.compactMapValues { if case .constant(let value) = $0 { value } else { nil } }
        self = Self.decode(content)[action.id] ?? ActionContent(id: action.id, payload: constants)
    }
}
