import PealCore
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("What a server prints when it is ready")
struct ReadyLineTests {
    private let server = RunningServer(url: "http://127.0.0.1:8080", port: 8080, apps: ["gss", "reports"])

    @Test("A program reads one line of JSON")
    func json() {
        #expect(ReadyLine.json(server) == #"{"ready":true,"url":"http://127.0.0.1:8080"}"#)
    }

    @Test("A person reads a sentence")
    func text() {
        let plain = TerminalStyle(isColoured: false)
        #expect(
            ReadyLine.text(server, nil, plain)
                == "Peal is ready at http://127.0.0.1:8080, with the apps gss, reports. Ctrl-C stops it."
        )
        #expect(ReadyLine.text(server, "Hint.", plain).hasSuffix("\nHint."))
    }
}
