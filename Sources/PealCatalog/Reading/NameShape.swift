import PealCore

/// The shapes that names in a catalog have.
enum NameShape {
    /// Ids of apps, types, categories, entity types and actions.
    case id
    /// Keys of the preference object.
    case key
    /// Names of variables and of other things inside the app.
    case word
    /// Locales, such as `en` or `pt-BR`.
    case locale
    /// Zones, such as `Europe/Berlin`.
    case zone
    /// Hosts of links.
    case host
    /// Paths of routes.
    case route

    /// The end of the message "… is not".
    var description: String {
        switch self {
        case .id: "an id: lower-case letters, digits and `-`, starting with a letter, at most 64"
        case .key: "a key: letters and digits, starting with a letter, at most 64"
        case .word: "a name: letters, digits, `-` and `_`, at most 64"
        case .locale: "a locale, such as `en` or `pt-BR`"
        case .zone: "an IANA zone, such as `Europe/Berlin`"
        case .host: "a host, such as `example.org`"
        case .route: "a route, such as `/reports/{id}`"
        }
    }

    /// Whether a text has the shape.
    func accepts(_ text: String) -> Bool {
        guard text.utf8.count <= (self == .route || self == .host ? 255 : 64), let first = text.utf8.first else {
            return false
        }
        let bytes = text.utf8
        switch self {
        case .id:
            return first.isASCIILowercase && bytes.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == 0x2D }
        case .key: return first.isASCIILetter && bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
        case .word:
            return bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F }
        case .locale: return Self.isLocale(text)
        case .zone:
            return first.isASCIILetter && !text.contains("..")
                && bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "/_+-".utf8.contains($0) }
        case .host:
            return !text.hasPrefix(".") && text.contains(".")
                && bytes.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x2E }
        case .route: return Self.isRoute(text)
        }
    }

    private static func isLocale(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let language = parts.first, (2...3).contains(language.utf8.count),
            language.utf8.allSatisfy(\.isASCIILowercase)
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            (2...8).contains(part.utf8.count) && part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
        }
    }

    private static func isRoute(_ text: String) -> Bool {
        guard text.hasPrefix("/") else { return false }
        if text == "/" { return true }
        return text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            let isHole = part.hasPrefix("{") && part.hasSuffix("}")
            let name = isHole ? part.dropFirst().dropLast() : part
            return !name.isEmpty
                && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F }
        }
    }
}
