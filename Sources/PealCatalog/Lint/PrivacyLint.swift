import PealCore

/// Finds personal variables in what is stored in clear, because rules and queries compare it.
struct PrivacyLint {
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        let personal = Set(type.variables.filter(\.personal).map(\.name))
        guard !personal.isEmpty else { return }
        for (member, template) in stored {
            guard let name = template?.variableNames.first(where: personal.contains) else { continue }
            log.warn(
                "\(path).\(member)",
                "personal-in-clear",
                "`\(name)` is personal data, and this is stored unencrypted; use an identifier"
            )
        }
    }

    private var stored: [(member: String, Template?)] {
        [
            ("link", type.link), ("thread", type.thread), ("group", type.group), ("collapse", type.collapse),
            ("dedupe.key", type.dedupe?.key), ("digest.key", type.digest?.key),
        ]
    }
}
