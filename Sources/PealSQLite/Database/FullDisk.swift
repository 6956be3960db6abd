import Foundation
package import PealCore

/// Tells a full disk from a damaged database: SQLite has several errors for the first that read like the second.
package enum FullDisk {
    /// With less than this, in bytes, not even the index of the write-ahead log can be made.
    static let least: UInt64 = 256 * 1024

    /// Whether the disk of a file or a directory has no room for a database to be opened.
    package static func holds(_ path: String) -> Bool { free(at: path).map { $0 < least } ?? false }

    /// The failure of an opening; one on a full disk says so, and judges no database.
    static func explained(_ error: any Error, at path: String, isFull: (String) -> Bool = FullDisk.holds) -> any Error {
        let error = StoreError.wrapping(error)
        guard let failure = error as? StoreError, [.unavailable, .corrupt].contains(failure.code) else { return error }
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard isFull(folder) else { return error }
        return StoreError(.unavailable, "\(StoreError.full): free some space on the disk of \(folder)")
    }

    /// The bytes that are left for this process: some are left for root alone.
    private static func free(at path: String) -> UInt64? {
        var figures = statvfs()
        guard statvfs(path, &figures) == 0 else { return nil }
        let blocks = geteuid() == 0 ? figures.f_bfree : figures.f_bavail
        return UInt64(blocks) * UInt64(figures.f_frsize)
    }
}

extension StoreError {
    /// How the message of a full disk begins.
    package static let full = "the disk is full"
}
