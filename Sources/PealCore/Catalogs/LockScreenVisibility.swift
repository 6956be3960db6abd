/// What an Android lock screen shows of a notification.
public enum LockScreenVisibility: String, Sendable, Codable, CaseIterable {
    /// All of it, also to users who hide private content.
    case everything = "public"
    /// That there is one; the text is hidden where the user chose so.
    case hidden = "private"
    /// Nothing.
    case secret
}
