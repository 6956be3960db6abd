import Foundation

/// The directory the database lives in: for its owner's eyes alone.
enum DataDirectory {
    /// Makes it, unless it is there.
    static func make(_ path: String) throws(ServerError) -> URL {
        let directory = URL(filePath: path)
        do {
            try FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw ServerError(
                .data,
                "the data directory \(directory.path) cannot be made; check --data and who may write there"
            )
        }
        return directory
    }
}
