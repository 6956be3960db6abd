import PealCore

/// Who a message is for.
enum FCMTarget: Equatable {
    /// A registration token.
    case token(String)
    /// A Firebase installation ID.
    case installation(String)
    /// Whoever subscribed to a topic.
    case topic(String)
    /// Whoever subscribed to a combination of topics.
    case condition(String)

    /// By the name of the member that holds it.
    init(member: String, _ text: String) {
        self =
            switch member {
            case "fid": .installation(text)
            case "topic": .topic(text)
            case "condition": .condition(text)
            default: .token(text)
            }
    }

    /// The device's address; `nil` where there is no single device.
    var address: String? {
        switch self {
        case .token(let text), .installation(let text): text
        case .topic, .condition: nil
        }
    }

    /// What is wrong with its form; a token's is looked at where tokens are known.
    var problem: String? {
        switch self {
        case .token: nil
        case .installation(let text): Self.isInstallation(text) ? nil : "Invalid Firebase installation ID"
        case .topic(let text): FCMTopic.isValid(text) ? nil : "Malformed topic name"
        case .condition(let text): FCMCondition.isValid(text) ? nil : "Malformed topic condition"
        }
    }

    private static func isInstallation(_ text: String) -> Bool {
        text.utf8.count == 22 && text.utf8.first.map { (UInt8(ascii: "c")...UInt8(ascii: "f")).contains($0) } == true
            && Base64URL.isAlphabet(text)
    }
}
