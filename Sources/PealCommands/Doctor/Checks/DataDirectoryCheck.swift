import Foundation
import PealServer

/// Checks the data directory: whether it is writable, how much space is left, and who else can read it.
struct DataDirectoryCheck {
    let directory: URL
    let disk: DiskCheck
    /// Why a directory is not writable; `nil` when it is.
    let obstacle: @Sendable (_ directory: URL) -> Int32?

    init(
        directory: URL,
        disk: DiskCheck? = nil,
        obstacle: @escaping @Sendable (_ directory: URL) -> Int32? = { FileAccess.obstacle(toWritingIn: $0) }
    ) {
        self.directory = directory
        self.disk = disk ?? DiskCheck(directory: directory)
        self.obstacle = obstacle
    }

    func run() -> [DoctorFinding] {
        guard FileManager.default.fileExists(atPath: directory.path) else { return [missing()] }
        guard FileAccess.isDirectory(directory.path) else {
            return [.fail(.data, "\(directory.path) is a file; name a directory with --data or `data`")]
        }
        if let number = obstacle(directory) {
            let advice = FileAccess.advice(number, directory: directory.path)
            return disk.run() + [.fail(.data, "cannot write \(directory.path): \(advice)")]
        }
        var lines: [DoctorFinding] = [.ok(.data, "\(directory.path) is writable")]
        if let mode = FileMode.of(directory.path), mode & 0o077 != 0 {
            lines.append(.warn(.data, "other users can read \(directory.path); run chmod 700 \(directory.path)"))
        }
        return lines + disk.run()
    }

    /// The first start creates the directory, where it can.
    private func missing() -> DoctorFinding {
        var folder = directory.deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
            folder = folder.deletingLastPathComponent()
        }
        guard FileAccess.isDirectory(folder.path) else {
            return .fail(
                .data,
                "cannot create \(directory.path), because \(folder.path) is a file; name another directory with --data"
            )
        }
        guard let number = obstacle(folder) else {
            return .warn(.data, "\(directory.path) does not exist yet; the first start creates it")
        }
        // Changing the owner of what holds it would be too much advice.
        let reason =
            switch number {
            case ENOSPC, EDQUOT, EROFS: FileAccess.advice(number, directory: folder.path)
            default: "create it for the user the server runs as, or name another directory with --data"
            }
        return .fail(.data, "\(directory.path) does not exist and cannot be created in \(folder.path): \(reason)")
    }
}
