import Foundation

/// Looks at the data directory: whether it can be written, whether there is room, and who else may look into it.
struct DirectoryCheck {
    let directory: URL
    /// Below this the next burst fills the disk.
    var leastFree: Int64 = 256 << 20
    /// Below this it is time to make room.
    var enoughFree: Int64 = 2 << 30
    /// Why nothing can be written in a directory; `nil` when it can.
    var obstacle: @Sendable (_ directory: URL) -> Int32? = { FileAccess.obstacle(toWritingIn: $0) }

    func run() -> [DoctorLine] {
        guard FileManager.default.fileExists(atPath: directory.path) else { return [missing()] }
        guard FileAccess.isDirectory(directory.path) else {
            return [.fail("data", "\(directory.path) is a file; name a directory with --data or `data`")]
        }
        if let number = obstacle(directory) {
            let advice = FileAccess.advice(number, directory: directory.path)
            return room() + [.fail("data", "\(directory.path) cannot be written: \(advice)")]
        }
        var lines: [DoctorLine] = [.ok("data", "\(directory.path) can be written")]
        if let mode = FileMode.of(directory.path), mode & 0o077 != 0 {
            lines.append(.warn("data", "others may look into \(directory.path): chmod 700 \(directory.path)"))
        }
        return lines + room()
    }

    /// The first start makes the directory, where it can.
    private func missing() -> DoctorLine {
        var place = directory.deletingLastPathComponent()
        while place.path != "/", !FileManager.default.fileExists(atPath: place.path) {
            place = place.deletingLastPathComponent()
        }
        guard FileAccess.isDirectory(place.path) else {
            return .fail(
                "data",
                "\(directory.path) cannot be made, for \(place.path) is a file; name another with --data"
            )
        }
        guard let number = obstacle(place) else {
            return .warn("data", "\(directory.path) does not exist yet; the first start makes it")
        }
        // Changing the owner of what holds it would be too much advice.
        let reason =
            switch number {
            case ENOSPC, EDQUOT, EROFS: FileAccess.advice(number, directory: place.path)
            default: "make it by hand for the user the server runs as, or name another with --data"
            }
        return .fail("data", "\(directory.path) does not exist, and cannot be made in \(place.path): \(reason)")
    }

    private func room() -> [DoctorLine] {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: directory.path)
        guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value else { return [] }
        let message = "\(free >> 20) MiB are free"
        if free < leastFree { return [.fail("disk", "\(message): make room before the database cannot be written")] }
        if free < enoughFree { return [.warn("disk", "\(message): make room soon")] }
        return [.ok("disk", message)]
    }
}
