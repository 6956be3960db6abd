import PealCore

/// One thing that is checked on a phone.
struct DeviceCheck: Sendable, Equatable {
    /// What is checked.
    enum Kind: String, CaseIterable, Sendable {
        case foreground, background, ended, tap, reply, dismiss, clear, collapse, sound
    }

    /// The names of all kinds, for help.
    static let names = Kind.allCases.map(\.rawValue).joined(separator: ", ")

    var kind: Kind
    /// The type that is sent; `nil` where the catalog has none for it.
    var type: NotificationType?
    /// The button that is pressed.
    var button: ActionDeclaration?

    /// Plans the checks of a catalog: of each kind one, and of sounds one for each sound.
    /// - Parameters:
    ///   - catalog: what the app may send.
    ///   - kinds: what is wanted.
    /// - Returns: the checks in their order.
    static func plan(_ catalog: Catalog, _ kinds: Set<Kind>) -> [DeviceCheck] {
        let types = catalog.types.filter { type in
            // What is sent to one user by a call, and seen.
            type.enabled && !type.silent && type.allowedAudiences.contains(.users) && type.digest == nil
        }
        let plain = types.first { $0.actions.isEmpty && $0.priority.fallback == .normal } ?? types.first
        let urgent = types.first { $0.priority.fallback >= .high } ?? plain
        let withReply = types.first { $0.actions.contains { $0.kind == .quickReply && $0.link == nil } }
        let collapsing = types.first { $0.collapse != nil }
        return Kind.allCases.filter(kinds.contains).flatMap { kind -> [DeviceCheck] in
            switch kind {
            case .foreground, .tap, .dismiss, .clear: [DeviceCheck(kind: kind, type: plain)]
            case .background, .ended: [DeviceCheck(kind: kind, type: urgent)]
            case .reply:
                [
                    DeviceCheck(
                        kind: kind,
                        type: withReply,
                        button: withReply?.actions.first { $0.kind == .quickReply && $0.link == nil }
                    )
                ]
            case .collapse: [DeviceCheck(kind: kind, type: collapsing)]
            case .sound:
                Dictionary(grouping: types) { $0.sound ?? "none" }.sorted { $0.key < $1.key }
                    .compactMap { $1.first.map { DeviceCheck(kind: kind, type: $0) } }
            }
        }
    }

    /// The text of the button that is pressed, in the app's own language.
    var buttonTitle: String { button?.title.text(for: nil) ?? "" }

    /// What the report calls it.
    var title: String {
        switch kind {
        case .foreground: "Arrives in the app that is on the screen"
        case .background: "Arrives while the app is in the background"
        case .ended: "Arrives while the app is ended"
        case .tap: "A tap opens the screen"
        case .reply: "The button “\(buttonTitle)” answers without opening the app"
        case .dismiss: "Swiping it away is reported"
        case .clear: "What is read elsewhere leaves the screen"
        case .collapse: "A second one takes the place of the first"
        case .sound: "The sound “\(type?.sound ?? "none")”"
        }
    }
}

/// What came of a check.
struct DeviceCheckResult: Sendable, Equatable {
    /// Whether it was as expected.
    enum Outcome: String, Sendable {
        case passed = "yes"
        case failed = "**no**"
        case skipped = "skipped"
    }

    var check: DeviceCheck
    var outcome: Outcome
    /// What was measured, or why it failed.
    var notes: [String] = []
    /// The user ended it.
    var isCancelled = false
}
