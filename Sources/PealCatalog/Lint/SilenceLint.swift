import PealCore

/// Looks at a silent type: its pushes bring data and show nothing, so nothing may be asked of them that shows (R134).
struct SilenceLint {
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        if !type.title.byLocale.isEmpty { report("title", "shows no text") }
        if !type.body.byLocale.isEmpty { report("body", "shows no text") }
        if !type.actions.isEmpty { report("actions", "shows no buttons") }
        if type.sound != nil { report("sound", "plays no sound") }
        if type.vibration != nil { report("vibration", "does not vibrate") }
        if type.presentation != nil { report("presentation", "is shown nowhere") }
        if type.image != nil { report("image", "shows no picture") }
        if type.isRedelivered { report("redeliver", "shows nothing that a device could have lost") }
        if type.fallback != .none { report("fallback", "is in no inbox") }
    }

    private func report(_ key: String, _ what: String) {
        log.error("\(path).\(key)", "silent-type", "a silent type \(what); remove `\(key)` or `silent`")
    }
}
