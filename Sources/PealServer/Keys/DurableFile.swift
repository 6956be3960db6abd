import Foundation

/// Writes a file with a secret so that a crash leaves the old text or the new one, whole and on disk.
enum DurableFile {
    /// Puts a text in place of a file, keeping its owner and who may read it; a new file is for its owner alone.
    static func put(_ text: String, at file: URL) throws(ServerError) {
        let target = file.resolvingSymlinksInPath()
        let folder = target.deletingLastPathComponent()
        let fresh = folder.appending(path: ".\(target.lastPathComponent).new").path
        // What an interrupted writing left; made anew, so that nobody else holds it open.
        unlink(fresh)
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(target) }
        let isWritten = fill(descriptor, text) && adopt(descriptor, ownerOf: target) && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(fresh, target.path) == 0 else {
            unlink(fresh)
            throw problem(target)
        }
        sync(folder)
    }

    /// Removes a file for good; one that is not there is no problem.
    static func remove(_ file: URL) throws(ServerError) {
        guard unlink(file.path) == 0 || errno == ENOENT else { throw problem(file) }
        sync(file.deletingLastPathComponent())
    }

    private static func fill(_ descriptor: Int32, _ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// A server under another user must still be able to read what an administrator replaced.
    private static func adopt(_ descriptor: Int32, ownerOf file: URL) -> Bool {
        var old = stat()
        guard stat(file.path, &old) == 0 else {
            // A new file belongs to whom its folder belongs to, where that may be given.
            if stat(file.deletingLastPathComponent().path, &old) == 0 { _ = fchown(descriptor, old.st_uid, old.st_gid) }
            return true
        }
        var new = stat()
        guard fstat(descriptor, &new) == 0 else { return false }
        let isSame = new.st_uid == old.st_uid && new.st_gid == old.st_gid
        return (isSame || fchown(descriptor, old.st_uid, old.st_gid) == 0)
            && fchmod(descriptor, old.st_mode & 0o777) == 0
    }

    private static func sync(_ folder: URL) {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func problem(_ file: URL) -> ServerError {
        ServerError(.keys, "\(file.path) cannot be replaced; check who may write there")
    }
}
