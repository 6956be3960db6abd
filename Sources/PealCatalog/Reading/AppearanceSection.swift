import PealCore

/// Reads how notifications look.
enum AppearanceSection {
    static func read(_ field: Field) -> Appearance {
        guard let members = field.mapping(["color", "icon", "badge"]) else { return Appearance() }
        return Appearance(
            color: members["color"].flatMap(color),
            icon: members["icon"].flatMap(picture),
            badge: members["badge"].flatMap(picture)
        )
    }

    private static func color(_ field: Field) -> String? {
        guard let text = field.string() else { return nil }
        let isColor =
            text.utf8.count == 7 && text.hasPrefix("#") && text.utf8.dropFirst().allSatisfy(Hexadecimal.isDigit)
        if !isColor { field.error("bad-value", "expected a colour, such as \"#1a73e8\"") }
        return isColor ? text.lowercased() : nil
    }

    private static func picture(_ field: Field) -> String? {
        guard let text = field.string() else { return nil }
        let isClean = text.utf8.count <= 200 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        // `//host` and `/\\host` are addresses of another host.
        let isPath = text.hasPrefix("/") && !text.hasPrefix("//") && !text.contains("\\")
        guard isClean, isPath || text.hasPrefix("https://") else {
            field.error(
                "bad-value",
                "expected a path, such as `/icons/app.png`, or an https address of at most 200 bytes"
            )
            return nil
        }
        return text
    }
}
