import Foundation
import Testing

/// A program that runs as another process, with no output.
///
/// Foundation's `Process` is not used: it reads past the end of its list of open files when there are more than about 1,300,
/// which many worlds at the same time reach.
struct Command: Sendable {
    let program: URL
    let arguments: [String]

    /// Starts it and waits until it has ended.
    /// - Returns: its exit status; -1 when it was killed.
    func run() async throws -> Int32 {
        let process = try start()
        return await withCheckedContinuation { continuation in
            // Waiting blocks a thread.
            DispatchQueue.global().async {
                var status: Int32 = 0
                var ended = waitpid(process, &status, 0)
                while ended == -1, errno == EINTR { ended = waitpid(process, &status, 0) }
                let hasExited = ended == process && status & 0x7f == 0
                continuation.resume(returning: hasExited ? status >> 8 & 0xff : -1)
            }
        }
    }

    private func start() throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        for file in try openFiles() where file > STDERR_FILENO { posix_spawn_file_actions_addclose(&actions, file) }
        var words = ([program.path] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var process = pid_t()
        let code = posix_spawn(&process, program.path, &actions, nil, words, environ)
        try #require(code == 0, "\(program.path): \(String(cString: strerror(code)))")
        return process
    }

    /// The numbers of this process's open files, which the other process is not to keep open.
    private func openFiles() throws -> [Int32] {
        let directory = try #require(opendir("/proc/self/fd"))
        defer { closedir(directory) }
        var files: [Int32] = []
        let name = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        while let entry = readdir(directory) {
            // By address: an entry is shorter than its type.
            let start = UnsafeRawPointer(entry).advanced(by: name).assumingMemoryBound(to: CChar.self)
            if let file = Int32(String(cString: start)) { files.append(file) }
        }
        return files
    }
}
