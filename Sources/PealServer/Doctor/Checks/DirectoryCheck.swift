import Foundation

/// Checks the data directory: whether it is writable, how much space is left, and who else can read it.
struct DirectoryCheck {
    let directory: URL
    /// Below this the next burst fills the disk.
    var leastFree: Int64 = 256 << 20
    /// Below this the operator should free some space.
    var enoughFree: Int64 = 2 << 30
    /// Why a directory is not writable; `nil` when it is.
    var obstacle: @Sendable (_ directory: URL) -> Int32? = { FileAccess.obstacle(toWritingIn: $0) }

    func run() -> [DoctorFinding] {
        guard FileManager.default.fileExists(atPath: directory.path) else { return [missing()] }
        guard FileAccess.isDirectory(directory.path) else {
            return [.fail("data", "\(directory.path) is a file; name a directory with --data or `data`")]
        }
        if let number = obstacle(directory) {
            let advice = FileAccess.advice(number, directory: directory.path)
            return room() + [.fail("data", "cannot write \(directory.path): \(advice)")]
        }
        var lines: [DoctorFinding] = [.ok("data", "\(directory.path) is writable")]
        if let mode = FileMode.of(directory.path), mode & 0o077 != 0 {
            lines.append(.warn("data", "other users can read \(directory.path); run chmod 700 \(directory.path)"))
        }
        return lines + room()
    }

    /// The first start creates the directory, where it can.
    private func missing() -> DoctorFinding {
        var place = directory.deletingLastPathComponent()
        while place.path != "/", !FileManager.default.fileExists(atPath: place.path) {
            place = place.deletingLastPathComponent()
        }
        guard FileAccess.isDirectory(place.path) else {
            return .fail(
                "data",
                "cannot create \(directory.path), because \(place.path) is a file; name another directory with --data"
            )
        }
        guard let number = obstacle(place) else {
            return .warn("data", "\(directory.path) does not exist yet; the first start creates it")
        }
        // Changing the owner of what holds it would be too much advice.
        let reason =
            switch number {
            case ENOSPC, EDQUOT, EROFS: FileAccess.advice(number, directory: place.path)
            default: "create it for the user the server runs as, or name another directory with --data"
            }
        return .fail("data", "\(directory.path) does not exist and cannot be created in \(place.path): \(reason)")
    }

    private func room() -> [DoctorFinding] {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: directory.path)
        guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value else { return [] }
        let message = "\(free >> 20) MiB free"
        if free < leastFree { return [.fail("disk", "\(message); free some space before the disk is full")] }
        if free < enoughFree { return [.warn("disk", "\(message); free some space soon")] }
        return [.ok("disk", message)]
    }
}
