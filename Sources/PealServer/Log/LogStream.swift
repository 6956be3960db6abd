/// Where a log handler writes its lines: into a buffer, never to a file.
struct LogStream: TextOutputStream, Sendable {
    let buffer: LogBuffer

    func write(_ line: String) { buffer.append(Array(line.utf8)) }
}
