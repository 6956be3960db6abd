import Foundation
import PealCore
import PealServer

/// What a server prints on stdout when it accepts requests: a line of JSON for a program, a sentence for a terminal.
enum ReadyLine {
    /// Says where the server is; `hint` is for a person only.
    static func print(_ server: RunningServer, _ hint: String? = nil) {
        write(isTerminal ? text(server, hint, .standardOutput) : json(server))
    }

    /// Says where the demo is.
    static func printDemo(_ server: RunningServer) {
        if !isTerminal { write(json(server) + "\n") }
        let style = TerminalStyle.standardOutput
        write("The demo is running. Open \(style(server.url, .heading)) in a browser. Ctrl-C stops it.")
    }

    /// Says that the demo started from the beginning, where it was.
    static func printReset() { write("The demo was reset.") }

    /// Says where several simulators are.
    static func print(_ endpoints: [(name: String, url: String)]) {
        guard isTerminal else {
            let members = endpoints.map { "\"\($0.name)\":\"\($0.url)\"" }.joined(separator: ",")
            return write("{\"ready\":true,\(members)}")
        }
        let lines = TextTable(
            ["SIMULATOR", "URL"],
            endpoints.map { [$0.name == "url" ? "control" : $0.name, $0.url] }
        )
        write(lines.lines().joined(separator: "\n") + "\nThe simulators are ready. Ctrl-C stops them.")
    }

    /// The line for programs.
    static func json(_ server: RunningServer) -> String {
        let admin = server.adminURL.map { ",\"admin\":\"\($0)\"" } ?? ""
        return "{\"ready\":true,\"url\":\"\(server.url)\"\(admin)}"
    }

    /// The sentence for a terminal.
    static func text(_ server: RunningServer, _ hint: String?, _ style: TerminalStyle) -> String {
        let apps = server.apps.map(\.rawValue).joined(separator: ", ")
        let ready = "Peal is ready at \(style(server.url, .heading)), with the apps \(apps). Ctrl-C stops it."
        return [ready, hint].compactMap(\.self).joined(separator: "\n")
    }

    private static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    private static func write(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
