import PealCore

/// Reads what the sounds of types are on each platform.
enum SoundSection {
    private static let appleExtensions = ["caf", "aiff", "aif", "wav"]

    static func read(_ field: Field) -> [String: [Platform: PlatformSound]] {
        var sounds: [String: [Platform: PlatformSound]] = [:]
        for (name, item) in field.openMapping()?.all ?? [] {
            if !NameShape.word.accepts(name) {
                item.error("bad-value", "`\(name.prefix(64))` is not \(NameShape.word.description)")
            } else if ["default", "none"].contains(name) {
                item.error("bad-value", "`\(name)` means the same everywhere; give the app's own sounds other names")
            }
            guard let members = item.mapping(Platform.allCases.map(\.rawValue)) else { continue }
            var sound: [Platform: PlatformSound] = [:]
            for platform in Platform.allCases {
                sound[platform] = members[platform.rawValue].flatMap { read($0, platform) }
            }
            sounds[name] = sound
        }
        return sounds
    }

    private static func read(_ field: Field, _ platform: Platform) -> PlatformSound? {
        guard let text = field.string() else { return nil }
        if text == "none" { return .silent }
        if text == "default" { return .standard }
        switch platform {
        case .ios where isAppleFile(text), .android where isAndroidResource(text): return .named(text)
        case .ios:
            field.error(
                "bad-value",
                "iOS needs the file's name with its extension, such as `alert.caf`; or default, none"
            )
        case .android:
            field.error(
                "bad-value",
                "Android needs the resource's name without extension, such as `alert`; or default, none"
            )
        case .web: field.error("bad-value", "browsers play no sound of an app's own; write default or none")
        }
        return nil
    }

    private static func isAppleFile(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, appleExtensions.contains(String(parts[1])) else { return false }
        return !parts[0].isEmpty && NameShape.word.accepts(String(parts[0]))
    }

    private static func isAndroidResource(_ text: String) -> Bool {
        text.utf8.count <= 64 && text.utf8.first?.isASCIILowercase ?? false
            && text.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == 0x5F }
    }
}
