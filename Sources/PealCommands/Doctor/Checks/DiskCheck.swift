import Foundation

/// Checks how much space is left on the disk of the data directory.
struct DiskCheck {
    let directory: URL
    /// In bytes; below this the next burst fills the disk.
    var leastFree: Int64 = 256 << 20
    /// In bytes; below this the operator should free some space.
    var enoughFree: Int64 = 2 << 30

    func run() -> [DoctorFinding] {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: directory.path)
        guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value else { return [] }
        if free < 1 << 20 { return [.fail(.disk, "the disk is full; free some space")] }
        let message = "\(free >> 20) MiB free"
        if free < leastFree { return [.fail(.disk, "\(message); free some space before the disk is full")] }
        if free < enoughFree { return [.warn(.disk, "\(message); free some space soon")] }
        return [.ok(.disk, message)]
    }
}
