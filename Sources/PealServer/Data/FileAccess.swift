package import Foundation

/// Tells whether this process may read and write a file or directory, and why not.
package enum FileAccess {
    /// Tries to write, and leaves nothing behind: a read-only mount, a full disk and a used-up quota show only so.
    ///
    /// - Returns: the system's error number; `nil` when a block can be written in the directory.
    package static func obstacle(toWritingIn directory: URL) -> Int32? {
        let probe = directory.appending(path: ".peal-doctor-\(UUID().uuidString)").path
        let file = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno }
        defer {
            close(file)
            unlink(probe)
        }
        let block = [UInt8](repeating: 0, count: 4096)
        let written = write(file, block, block.count)
        guard written == block.count else { return written < 0 ? errno : ENOSPC }
        return fsync(file) == 0 ? nil : errno
    }

    /// Asked, not tried: opening a database's file here could loosen locks on it.
    /// - Returns: the system's error number; `nil` when the file is not there or can be written.
    package static func obstacle(toWriting path: String) -> Int32? {
        access(path, W_OK) == 0 || errno == ENOENT ? nil : errno
    }

    /// Whether an existing file can be read.
    package static func canRead(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Whether the path is a directory.
    package static func isDirectory(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    /// Why writing fails, and how to fix it.
    package static func advice(_ number: Int32, directory: String) -> String {
        let user = ProcessInfo.processInfo.userName
        return switch number {
        case ENOSPC: "the disk is full; free some space"
        case EDQUOT: "the user's quota is used up; free some space, or raise the quota"
        case EROFS: "it is mounted read-only; mount it for writing"
        case EACCES, EPERM:
            "permission denied for the user \(user); run chown -R \(user) \(directory), or run this as the user the server "
                + "runs as"
        default: "\(String(cString: strerror(number))); check the disk and how it is mounted"
        }
    }
}
