import Foundation

/// Looks at the data directory: whether it can be written, whether there is room, and who else may look into it.
struct DirectoryCheck {
    let directory: URL
    /// Below this the next burst fills the disk.
    var leastFree: Int64 = 256 << 20
    /// Below this it is time to make room.
    var enoughFree: Int64 = 2 << 30

    func run() -> [DoctorLine] {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: directory.path, isDirectory: &isDirectory) else {
            return [.warn("data", "\(directory.path) does not exist yet; the first start makes it")]
        }
        guard isDirectory.boolValue else {
            return [.fail("data", "\(directory.path) is a file; name a directory with --data or `data`")]
        }
        guard isWritable else {
            return [.fail("data", "\(directory.path) cannot be written; check who owns it and how it is mounted")]
        }
        var lines: [DoctorLine] = [.ok("data", "\(directory.path) can be written")]
        if let mode = FileMode.of(directory.path), mode & 0o077 != 0 {
            lines.append(.warn("data", "others may look into \(directory.path): chmod 700 \(directory.path)"))
        }
        return lines + room()
    }

    /// Tried, not asked: a read-only mount and a full quota show only so.
    private var isWritable: Bool {
        let probe = directory.appending(path: ".peal-doctor-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: probe) }
        return (try? Data([0]).write(to: probe)) != nil
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
