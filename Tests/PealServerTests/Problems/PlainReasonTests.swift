import Foundation
import PealServer
import Testing

@Suite("The reason why a file could not be used")
struct PlainReasonTests {
    @Test("is in plain words, with the path and without a domain")
    func reasons() throws {
        let path = "/nonexistent/file-\(UUID().uuidString)"
        let missing = #expect(throws: (any Error).self) {
            try String(contentsOf: URL(filePath: path), encoding: .utf8)
        }
        #expect("\(PlainReason.explained(try #require(missing)))" == "\(path): no such file")
        let directory = #expect(throws: (any Error).self) { try Data(contentsOf: URL(filePath: "/tmp")) }
        #expect("\(PlainReason.explained(try #require(directory)))" == "/tmp: it is a directory")
        let create = #expect(throws: (any Error).self) {
            try FileManager.default.createDirectory(
                atPath: "/proc/self/status/x",
                withIntermediateDirectories: true
            )
        }
        let said = "\(PlainReason.explained(try #require(create)))"
        #expect(!said.contains("NSCocoaErrorDomain") && !said.contains("Code="), "\(said)")
        #expect("\(PlainReason.explained(POSIXError(.ENOSPC)))" == "the disk is full")
        #expect(PlainReason.explained(Other()) is Other)
    }

    private struct Other: Error {}
}
