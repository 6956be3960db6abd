/// Reads the zone that a device names: an IANA name in any case, or an offset, which is kept as one.
public enum ZoneHint {
    /// Names that files or libraries have and that say nothing about where a user is.
    private static let meaningless: Set<String> = [
        "etc/unknown", "unknown", "factory", "localtime", "posixrules", "local", "system",
    ]

    /// The zone of a name as a device wrote it.
    /// - Parameters:
    ///   - text: what the device said.
    ///   - spelled: the known IANA name that a text is, in whatever case.
    /// - Returns: the IANA name, or the offset as ``ZoneOffset/name``; `nil` when it is neither.
    public static func read(_ text: String, spelled: (String) -> String?) -> String? {
        guard text.utf8.count <= 80 else { return nil }
        // `TZ` may start with a colon (POSIX), and tzdata holds every zone once more under `posix/`.
        var name = text.trimmed
        if name.hasPrefix(":") { name.removeFirst() }
        if name.hasPrefix("posix/") { name.removeFirst(6) }
        guard !name.isEmpty, !meaningless.contains(name.lowercased()) else { return nil }
        return spelled(name) ?? ZoneOffset(hint: name)?.name
    }
}
