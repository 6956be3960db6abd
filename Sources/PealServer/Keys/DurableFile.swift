package import Foundation

/// Writes a file with a secret so that a crash leaves the old text or the new one, whole and on disk.
package enum DurableFile {
    /// Replaces the content of a file, keeping its owner and who may read it; a new file is for its owner alone.
    static func put(_ text: String, at file: URL) throws(ServerError) {
        let target = file.resolvingSymlinksInPath()
        let folder = target.deletingLastPathComponent()
        let fresh = folder.appending(path: ".\(target.lastPathComponent).new").path
        // Left by an interrupted write; created again, so that no other process has it open.
        unlink(fresh)
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(target) }
        let isWritten = fill(descriptor, text) && adopt(descriptor, ownerOf: target) && fsync(descriptor) == 0
        let reason = errno
        close(descriptor)
        guard isWritten, rename(fresh, target.path) == 0 else {
            let isFull = !isWritten && reason == ENOSPC
            unlink(fresh)
            throw isFull ? full(target, .keys) : problem(target)
        }
        sync(folder)
    }

    /// Writes a new file, for its owner only from the beginning.
    /// - Throws: ``ServerError`` when something is there already, or cannot be written; nothing is left then.
    package static func create(_ text: String, at file: URL) throws(ServerError) {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST
                ? ServerError(.data, "\(file.path) exists already")
                : ServerError(.data, "\(file.path) cannot be written; check who may write there")
        }
        let isWritten = fill(descriptor, text) && fsync(descriptor) == 0
        let reason = errno
        close(descriptor)
        guard isWritten else {
            unlink(file.path)
            throw reason == ENOSPC
                ? full(file, .data)
                : ServerError(.data, "\(file.path) cannot be written: \(String(cString: strerror(reason)))")
        }
        sync(file.deletingLastPathComponent())
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
        guard let old = Owner(of: file) else {
            // A new file gets the owner of its folder, where that is permitted.
            if let folder = Owner(of: file.deletingLastPathComponent()) {
                _ = fchown(descriptor, folder.user, folder.group)
            }
            return true
        }
        let isSame = old.user == geteuid() && old.group == getegid()
        return (fchown(descriptor, old.user, old.group) == 0 || isSame) && fchmod(descriptor, old.mode & 0o777) == 0
    }

    /// Not from `stat`: an optimised build does not find its members.
    private struct Owner {
        let user: uid_t
        let group: gid_t
        let mode: mode_t

        init?(of file: URL) {
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
                let user = attributes[.ownerAccountID] as? NSNumber,
                let group = attributes[.groupOwnerAccountID] as? NSNumber,
                let mode = attributes[.posixPermissions] as? NSNumber
            else { return nil }
            self.user = user.uint32Value
            self.group = group.uint32Value
            self.mode = mode.uint32Value
        }
    }

    private static func sync(_ folder: URL) {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func full(_ file: URL, _ code: ServerError.Code) -> ServerError {
        ServerError(code, "cannot write \(file.path): the disk is full; free some space")
    }

    private static func problem(_ file: URL) -> ServerError {
        ServerError(.keys, "cannot replace \(file.path); check the permissions of its directory")
    }
}
