import Foundation
import JudgeKit

/// How long the disk takes to keep 4 KiB: the bound of whatever is stored before it is answered.
enum SyncedWrites {
    /// Writes at a steady rate.
    /// - Parameters:
    ///   - directory: where the file is.
    ///   - rate: writes a second.
    ///   - seconds: for how long.
    /// - Returns: seconds of each write with its sync.
    /// - Throws: what the file system does.
    static func latencies(in directory: URL, rate: Int, seconds: Int) async throws -> [Double] {
        let file = directory.appending(path: "synced")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        let block = Data(repeating: 0x2e, count: 4_096)
        var latencies: [Double] = []
        for _ in 0..<(rate * seconds) {
            let watch = Stopwatch()
            try handle.write(contentsOf: block)
            try handle.synchronize()
            latencies.append(watch.seconds)
            try await Task.sleep(for: .seconds(max(0, 1 / Double(rate) - watch.seconds)))
        }
        return latencies
    }
}
