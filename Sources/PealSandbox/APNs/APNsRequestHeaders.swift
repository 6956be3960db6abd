import NIOHPACK
import PealCore

/// The headers of a push request.
struct APNsRequestHeaders {
    private(set) var method = ""
    private(set) var path = ""
    private(set) var authorization: String?
    private(set) var id: String?
    private(set) var topic: String?
    private(set) var pushType: String?
    private(set) var priority: String?
    private(set) var expiration: String?
    private(set) var collapseID: String?
    private(set) var hasDuplicates = false

    init(_ headers: HPACKHeaders) {
        for (name, value, _) in headers {
            switch name {
            case ":method": method = value
            case ":path": path = value
            case "authorization": set(\.authorization, value)
            case "apns-id": set(\.id, value)
            case "apns-topic": set(\.topic, value)
            case "apns-push-type": set(\.pushType, value)
            case "apns-priority": set(\.priority, value)
            case "apns-expiration": set(\.expiration, value)
            case "apns-collapse-id": set(\.collapseID, value)
            default: break
            }
        }
    }

    private mutating func set(_ field: WritableKeyPath<Self, String?>, _ value: String) {
        if self[keyPath: field] != nil { hasDuplicates = true } else { self[keyPath: field] = value }
    }

    /// The device's token in `/3/device/<token>`, in lower case; `nil` for another path.
    var deviceToken: String? {
        let prefix = "/3/device"
        guard path.hasPrefix(prefix) else { return nil }
        let rest = path.utf8.dropFirst(prefix.utf8.count)
        guard let first = rest.first else { return "" }
        let token = rest.dropFirst()
        guard first == UInt8(ascii: "/"), !token.contains(UInt8(ascii: "/")) else { return nil }
        let text = String(Substring(token))
        return token.contains { (0x41...0x5A).contains($0) } ? text.lowercased() : text
    }

    /// Whether there is an id, and it is none.
    var hasBadID: Bool { id.map { !Self.isUUID($0) } ?? false }

    /// Until when the push counts: 1970 is "now alone", and `nil` that the header is absent.
    var expiresAt: Timestamp? { expiration.flatMap { Int64($0) }.map { Timestamp(seconds: $0) } }

    /// What is wrong with the form of the headers.
    var refusal: APNsRefusal? {
        if hasDuplicates { return .duplicateHeaders }
        if hasBadID { return .badMessageID }
        if let expiration {
            guard let seconds = Int64(expiration), (0...9_007_199_254_740).contains(seconds) else {
                return .badExpirationDate
            }
        }
        if let priority, !["10", "5", "1"].contains(priority) { return .badPriority }
        if let collapseID, collapseID.utf8.count > 64 { return .badCollapseID }
        if let pushType, Self.suffixes[pushType] == nil { return .invalidPushType }
        // Absent is 10, which a background push must not have.
        if pushType == "background", priority ?? "10" == "10" { return .badPriority }
        return nil
    }

    /// What is wrong with the topic, for a provider token of a bundle id.
    func topicRefusal(bundleID: String) -> APNsRefusal? {
        guard let topic else { return .missingTopic }
        guard topic != bundleID || !suffix.isEmpty else { return nil }
        guard (1...255).contains(topic.utf8.count), topic.utf8.allSatisfy(Self.isTopicByte), topic.hasSuffix(suffix)
        else { return .badTopic }
        return topic.utf8.dropLast(suffix.utf8.count).elementsEqual(bundleID.utf8) ? nil : .topicDisallowed
    }

    /// How many bytes a payload may have.
    var payloadLimit: Int { pushType == "voip" ? 5120 : 4096 }

    /// Whether the payload must hold `aps`: what only apps read, or device management, does without.
    var needsAPS: Bool { pushType.map { !Self.freeForm.contains($0) } ?? true }

    private static let freeForm: Set = ["voip", "pushtotalk", "complication", "fileprovider", "location", "mdm"]

    /// What a push type adds to the bundle id to make its topic.
    private var suffix: String { pushType.flatMap { Self.suffixes[$0] } ?? "" }

    private static let suffixes = [
        "alert": "", "background": "", "mdm": "", "liveactivity": ".push-type.liveactivity", "voip": ".voip",
        "complication": ".complication", "fileprovider": ".pushkit.fileprovider", "location": ".location-query",
        "pushtotalk": ".voip-ptt", "widgets": ".push-type.widgets", "controls": ".push-type.controls",
    ]

    private static func isTopicByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    private static func isUUID(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        for (index, byte) in text.utf8.enumerated() {
            switch (index, byte) {
            case (8, UInt8(ascii: "-")), (13, UInt8(ascii: "-")), (18, UInt8(ascii: "-")), (23, UInt8(ascii: "-")):
                break
            case (8, _), (13, _), (18, _), (23, _): return false
            default: guard Hexadecimal.isDigit(byte) else { return false }
            }
        }
        return true
    }
}
