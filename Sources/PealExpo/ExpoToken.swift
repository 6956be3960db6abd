import PealCore

/// The shape of Expo's push tokens, by the rule of Expo's own client.
enum ExpoToken {
    private static let openings = ["ExponentPushToken[", "ExpoPushToken["]
    private static let groups = [8, 4, 4, 4, 12]

    static func problem(with token: String) -> String? {
        guard token.utf8.count <= 256, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return "an Expo push token has at most 256 visible characters"
        }
        if isBare(token) { return nil }
        guard let opening = openings.first(where: { token.hasPrefix($0) }), token.hasSuffix("]") else {
            return "an Expo push token is ExponentPushToken[…]"
        }
        return token.utf8.count > opening.utf8.count + 1 ? nil : "the brackets of the Expo push token are empty"
    }

    /// Old tokens are letters and digits in the groups of a UUID.
    private static func isBare(_ token: String) -> Bool {
        let parts = token.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == groups
            && parts.allSatisfy { part in
                part.allSatisfy { $0.isASCIIAlphanumeric }
            }
    }
}
