public import PealProviderKit

/// The buttons of a push as Android draws them: it has three places (R191).
public struct AndroidButtons: Sendable, Equatable {
    /// A button; one with choices opens them.
    public struct Button: Sendable, Equatable {
        /// Its text.
        public var title: String
        /// The titles of the actions that it opens; none for an action of its own.
        public var choices: [String] = []
    }

    /// Of an app that draws its pushes itself, as Peal's package does with notifee.
    public let drawn: [Button]
    /// Of expo-notifications, whose categories have no choices.
    ///
    /// It draws in an app that is on the screen; what the system draws has none.
    public let registered: [Button]

    /// In the words of the client.
    private static let more = Button(title: "More…")
    private static let limit = 3

    /// Draws the actions of a push in their order.
    public init(_ actions: [PushPayload.Action]) {
        var grouped: [(group: String?, titles: [String])] = []
        for action in actions {
            if let group = action.group, let index = grouped.firstIndex(where: { $0.group == group }) {
                grouped[index].titles.append(action.title)
            } else {
                grouped.append((action.group, [action.title]))
            }
        }
        drawn = Self.fitted(
            grouped.map { group, titles in
                if let group, titles.count > 1 {
                    Button(title: group, choices: titles)
                } else {
                    Button(title: titles[0])
                }
            }
        )
        registered = Self.fitted(actions.map { Button(title: $0.title) })
    }

    private static func fitted(_ buttons: [Button]) -> [Button] {
        buttons.count > limit ? buttons.prefix(limit - 1) + [more] : buttons
    }
}
