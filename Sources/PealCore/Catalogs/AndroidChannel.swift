/// A notification channel of an Android app, which the app creates from what its configuration says (R104).
public struct AndroidChannel: Sendable, Equatable {
    /// The name in types and in the app.
    public var id: String
    /// The name in the system's settings, per locale; `nil` is the title of its category.
    public var name: LocalizedText?
    /// How much it may interrupt; `nil` follows the most urgent of its types.
    public var importance: Importance?

    /// How much a channel may interrupt, in Android's words.
    public enum Importance: String, Sendable, CaseIterable {
        case high, `default`, low, min
    }

    /// Declares a channel.
    public init(id: String, name: LocalizedText?, importance: Importance?) {
        self.id = id
        self.name = name
        self.importance = importance
    }
}

extension AndroidChannel.Importance {
    /// What a priority needs: HIGH shows a banner, LOW makes no sound.
    public init(_ priority: Priority) {
        switch priority {
        case .critical, .high: self = .high
        case .normal: self = .default
        case .low: self = .low
        }
    }
}
