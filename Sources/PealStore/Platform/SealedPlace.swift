public import PealCore

/// Where sealed bytes of an app are stored, next to the tokens of its devices.
public enum SealedPlace: Sendable, Hashable {
    /// The data of a trigger.
    case triggerData(TriggerID)
    /// The name and the attributes of a user.
    case userDetails(UserID)

    /// What the seal is bound to, next to the app: at another place the bytes do not open.
    public var context: String {
        switch self {
        case .triggerData(let id): id.description
        case .userDetails(let user): "user|\(user)"
        }
    }

    /// The kind of its row.
    public var kind: SealedKind {
        switch self {
        case .triggerData: .triggers
        case .userDetails: .users
        }
    }
}

/// Rows that hold sealed bytes.
public enum SealedKind: Sendable, CaseIterable {
    /// Triggers, the latest first: their data.
    case triggers
    /// Users by identifier: names and attributes.
    case users
}
