import PealCore

/// Looks at a silent type: its pushes show nothing, so nothing may be asked of them that shows (R134).
struct SilenceLint {
    let catalog: Catalog
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        if !type.actions.isEmpty { report("actions", "shows no buttons") }
        if type.sound != nil { report("sound", "plays no sound") }
        if type.vibration != nil { report("vibration", "does not vibrate") }
        if type.image != nil { report("image", "shows no picture") }
        guard hasInboxRow else { return }
        for key in ["title", "body"] where !log.has("\(path).\(key)") {
            log.error(
                path,
                "missing-copy",
                "the inbox shows it, so it needs a `\(key)`; add one, or set `inApp: false` in its category"
            )
        }
    }

    /// Whether anybody can have it in the inbox: by default, or by their own choice.
    private var hasInboxRow: Bool {
        guard let category = catalog.category(type.category) else { return false }
        return category.defaults.inApp || category.adjustable
    }

    private func report(_ key: String, _ what: String) {
        log.error("\(path).\(key)", "silent-type", "a silent type \(what); remove `\(key)` or `silent`")
    }
}
