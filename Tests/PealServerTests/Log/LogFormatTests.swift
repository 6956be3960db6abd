import Logging
import PealCore
import PealWire
import Testing

@testable import PealServer

@Suite("A line of the log")
struct LogFormatTests {
    private static let note = "peal/audit/gss\n2004\nqsJC=\n2026-11-20T16:00:00Z\n\n— peal-audit VNwz\n"

    private static func line(_ format: LogFormat, _ metadata: Logger.Metadata, _ message: Logger.Message) -> String {
        let event = LogEvent(
            level: .notice,
            message: message,
            metadata: nil,
            source: "PealEngine",
            file: #fileID,
            function: #function,
            line: #line
        )
        let time = Timestamp(milliseconds: 1_800_000_000_250)
        return String(decoding: format.line(event, metadata, label: "peal", at: time), as: UTF8.self)
    }

    @Test("is one line, whatever its fields hold", arguments: LogFormat.allCases)
    func oneLine(format: LogFormat) {
        let line = Self.line(format, ["checkpoint": "\(Self.note)", "odd": "a\r\u{7}\u{2028}b"], "audit\ncheckpoint")
        #expect(line.hasSuffix("\n"))
        // JSON may hold separators of lines that only a reader of text would take for one.
        #expect(line.dropLast().allSatisfy { !$0.isNewline || format == .json && $0 == "\u{2028}" })
        #expect(
            line.hasPrefix(
                format == .text ? "2027-01-15T08:00:00.250Z notice peal: " : "{\"time\":\"2027-01-15T08:00:00.250Z\""
            )
        )
    }

    @Test("is text with its fields by name, then where it comes from and what it says")
    func text() {
        let line = Self.line(.text, ["b": "2", "a": "x y"], "a queue\twaits")
        #expect(line == "2027-01-15T08:00:00.250Z notice peal: a=x y b=2 [PealEngine] a queue\\twaits\n")
    }

    @Test("is a JSON object with the same fields, in which no field hides another")
    func json() throws {
        let metadata: Logger.Metadata = [
            "app": "gss", "checkpoint": "\(Self.note)", "time": "mine", "list": ["a", "b"], "map": ["k": "v"],
        ]
        let object = try JSONParser.parse(Array(Self.line(.json, metadata, "audit checkpoint").utf8)).object
        #expect(object?["time"]?.string == "2027-01-15T08:00:00.250Z")
        #expect(object?["time_"]?.string == "mine")
        #expect(object?["level"]?.string == "notice" && object?["message"]?.string == "audit checkpoint")
        #expect(object?["label"]?.string == "peal" && object?["source"]?.string == "PealEngine")
        #expect(object?["checkpoint"]?.string == Self.note, "it can be verified as it is")
        #expect(object?["list"]?.array?.count == 2 && object?["map"]?.object?["k"]?.string == "v")
    }
}
