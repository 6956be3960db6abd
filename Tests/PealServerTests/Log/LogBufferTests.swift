import Foundation
import Logging
import Testing

@testable import PealServer

@Suite("The log never stops the server")
struct LogBufferTests {
    @Test("Lines that nobody reads are dropped and counted, and a reader learns how many")
    func unread() throws {
        let pipe = Pipe()
        let buffer = LogBuffer(descriptor: pipe.fileHandleForWriting.fileDescriptor, capacity: 64 << 10)
        let logger = Logger(label: "test", factory: { LineHandler(label: $0, buffer: buffer, format: .text) })
        let count = 20_000
        // With a writer that waits for its reader this would not return: nobody reads yet.
        for number in 0..<count { logger.info("line \(number)") }
        #expect(buffer.dropped > 0)
        let text = Self.read(pipe, buffer)
        let lines = text.split(separator: "\n")
        let notices = lines.filter { $0.contains("log lines were dropped") }
        let told = notices.compactMap { line in
            line.split(separator: " ").first { $0.hasPrefix("count=") }.flatMap { Int($0.dropFirst(6)) }
        }
        #expect(told.reduce(0, +) == buffer.dropped)
        #expect(lines.count - notices.count == count - buffer.dropped)
        #expect(lines.first?.hasSuffix("line 0") == true)
    }

    @Test("Lines come in order, all of them, where there is a reader")
    func order() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString).log")
        defer { try? FileManager.default.removeItem(at: file) }
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let buffer = LogBuffer(descriptor: descriptor)
        for number in 0..<5_000 { buffer.append(Array("\(number)\n".utf8)) }
        buffer.flush(atMost: 60_000)
        close(descriptor)
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.map { String($0) } == (0..<5_000).map { "\($0)" })
        #expect(buffer.dropped == 0)
    }

    @Test("A line that ends a process is not waited for longer than allowed")
    func flush() throws {
        let pipe = Pipe()
        let buffer = LogBuffer(descriptor: pipe.fileHandleForWriting.fileDescriptor, capacity: 1 << 20)
        for _ in 0..<300 { buffer.append([UInt8](repeating: 0x61, count: 1_000)) }
        buffer.flush(atMost: 10)
        #expect(buffer.dropped == 0)
        _ = Self.read(pipe, buffer)
    }

    /// Reads until all that was taken is written.
    private static func read(_ pipe: Pipe, _ buffer: LogBuffer) -> String {
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        var data: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        var isDone = false
        while true {
            let count = chunk.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                data += chunk.prefix(count)
            } else if isDone {
                return String(decoding: data, as: UTF8.self)
            } else {
                isDone = buffer.flush(atMost: 20)
            }
        }
    }
}
