import Foundation

/// Who runs a command, for the log and the audit log.
enum OperatorName {
    /// The system's user, also behind `sudo`.
    static var current: String {
        named(ProcessInfo.processInfo.environment["SUDO_USER"], NSUserName(), uid: getuid())
    }

    /// The first name there is; a user without one by number.
    static func named(_ sudo: String?, _ user: String, uid: uid_t) -> String {
        [sudo, user].compactMap(\.self).first { !$0.isEmpty } ?? "uid \(uid)"
    }
}
