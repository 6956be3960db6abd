package import Foundation

/// The directory the database is stored in: for its owner only.
package struct DataDirectory: Sendable {
    package let url: URL
    /// Whether it was made just now.
    let isNew: Bool

    package var database: URL { url.appending(path: Self.databaseName) }
    static let databaseName = "peal.db"

    /// Makes it, unless it exists: for the server and `peal init`.
    /// - Throws: ``ServerError`` when it cannot be made, or when it is private by rule and other users may look into it.
    package static func make(_ path: String, isPrivate: Bool = true) throws(ServerError) -> DataDirectory {
        let directory = URL(filePath: path).absoluteURL
        if FileAccess.isDirectory(directory.path) {
            if isPrivate { try refuseOthers(directory) }
            return DataDirectory(url: directory, isNew: false)
        }
        let parent = directory.deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        // With its mode from the beginning: a mode that is set later leaves a moment to look in.
        guard mkdir(directory.path, 0o700) == 0 else {
            throw ServerError(
                .data,
                "cannot create the data directory \(directory.path): \(String(cString: strerror(errno))); check --data"
            )
        }
        return DataDirectory(url: directory, isNew: true)
    }

    /// Finds it: for commands, which create none.
    /// - Throws: ``ServerError`` when there is none.
    package static func find(_ path: String) throws(ServerError) -> DataDirectory {
        let directory = URL(filePath: path).absoluteURL
        guard FileAccess.isDirectory(directory.path) else {
            throw ServerError(
                .data,
                "there is no data directory \(directory.path): check `data` in peal.yaml, --config and --data; "
                    + "`peal init` and `peal serve` create one"
            )
        }
        return DataDirectory(url: directory, isNew: false)
    }

    private static func refuseOthers(_ directory: URL) throws(ServerError) {
        guard let mode = FileMode.of(directory.path), mode & 0o077 != 0 else { return }
        throw ServerError(
            .data,
            "other users may look into the data directory \(directory.path) (mode \(String(mode & 0o777, radix: 8))): "
                + "chmod 700 \(directory.path)"
        )
    }
}
