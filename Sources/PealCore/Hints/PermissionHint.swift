/// What clients call the state of a permission: browsers, Apple, Android, and the libraries around them.
///
/// Sources: Notifications API (`default`), Permissions API (`prompt`), `UNAuthorizationStatus`, `CLAuthorizationStatus`,
/// Expo (`undetermined`), Capacitor (`prompt-with-rationale`), React Native (`never_ask_again`, `blocked`), Flutter
/// (`PermissionStatus.permanentlyDenied`).
public enum PermissionHint {
    private static let words: [String: PushPermission] = [
        "granted": .granted, "authorized": .granted, "authorised": .granted, "allowed": .granted,
        "ephemeral": .granted,
        "provisional": .provisional,
        "denied": .denied, "blocked": .denied, "neveraskagain": .denied, "permanentlydenied": .denied,
        "restricted": .denied,
        "notdetermined": .notDetermined, "default": .notDetermined, "prompt": .notDetermined,
        "undetermined": .notDetermined, "promptwithrationale": .notDetermined,
    ]

    private static let capabilityWords: [String: PushPermission] = [
        "authorizedalways": .granted, "authorizedwheninuse": .granted, "allowedalways": .granted,
    ]

    /// The permission to show notifications that a word means; `nil` when it means none.
    public static func push(_ word: String) -> PushPermission? { words[letters(of: word)] }

    /// The state of a capability that a word means: granted, denied or not determined; `nil` when it means none.
    public static func capability(_ word: String) -> PushPermission? {
        let letters = letters(of: word)
        guard let found = words[letters] ?? capabilityWords[letters], found != .provisional else { return nil }
        return found
    }

    /// The letters in lower case, without what spellings differ in: `PermissionStatus.not_determined`, `notDetermined`.
    private static func letters(of word: String) -> String {
        guard word.utf8.count <= 64 else { return "" }
        let name = word.trimmed.split(separator: ".").last.map(String.init) ?? ""
        return name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    }
}
