import ArgumentParser
import Foundation
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("The help of every command")
struct CommandHelpTests {
    /// A command with the words that call it.
    struct Case: CustomTestStringConvertible, Sendable {
        let words: [String]
        let type: any ParsableCommand.Type
        var testDescription: String { words.joined(separator: " ") }
    }

    static let all: [Case] = walk(PealCommand.self, [])

    private static func walk(_ type: any ParsableCommand.Type, _ path: [String]) -> [Case] {
        let words = path + [type._commandName]
        return [Case(words: words, type: type)]
            + type.configuration.subcommands.flatMap { walk($0, words) }
    }

    @Test("has examples, each of which is this command and is accepted", arguments: all)
    func examples(_ command: Case) throws {
        let lines = command.type.configuration.discussion.components(separatedBy: "\n")
        let heading = try #require(lines.firstIndex(of: "EXAMPLES:"), "\(command.testDescription) has no examples")
        let examples = lines[(heading + 1)...].map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        }
        #expect(!examples.isEmpty)
        for words in examples {
            // Two spaces part an example from what it is for.
            let prefix = Array(words.prefix(command.words.count))
            #expect(prefix == command.words, "\(words)")
            guard command.type.configuration.subcommands.isEmpty else { continue }
            #expect(UnknownCommand.find(in: Array(words.dropFirst()), of: PealCommand.self) == nil)
            let parsed = try PealCommand.parseAsRoot(Array(words.dropFirst()))
            #expect(type(of: parsed) == command.type, "\(words)")
        }
    }

    @Test("leaves the breaking of lines to the terminal", arguments: all)
    func wrapping(_ command: Case) {
        let lines = command.type.configuration.discussion.components(separatedBy: "\n")
        for (line, next) in zip(lines, lines.dropFirst()) where !line.isEmpty && !next.isEmpty {
            #expect(next.hasPrefix("  "), "\(command.testDescription) breaks a paragraph after: \(line)")
        }
        for line in lines where line.hasPrefix("  ") { #expect(line.count <= 80, "\(line)") }
        #expect(!command.type.configuration.abstract.contains("\n"))
    }

    @Test("is in plain words", arguments: all)
    func words(_ command: Case) {
        let help = PealCommand.helpMessage(for: command.type, columns: 200).lowercased()
        for word in ["mend", "anew", "beside", "lane ", "whom", "somebody", "nobody", "takes the", "alone"] {
            #expect(!help.contains(word), "\(command.testDescription): \(word)")
        }
    }

    /// The commands without an option of that name, which are nearly all.
    private static let unversioned = all.filter { command in
        !PealCommand.helpMessage(for: command.type).contains("--version <")
    }

    @Test("names the version, which every command prints that has no option of that name", arguments: unversioned)
    func version(_ command: Case) {
        let ending = Self.ending(Array(command.words.dropFirst()) + ["--version"])
        #expect(ending == CommandEnding(text: "peal \(PealVersion.current)", status: 0))
    }

    @Test("is of more than ten commands, whose version is Peal's")
    func several() {
        #expect(PealCommand.configuration.version == "peal \(PealVersion.current)")
        #expect(Self.unversioned.count > 10)
    }

    @Test(
        "Arguments that cannot be meant end with 64, and other failures with 1",
        arguments: [
            (["serve", "--port", "70000"], "Error: --port 70000 is out of range; write 0 to 65535"),
            (["serve", "--prot", "1"], "Error: Unknown option '--prot'. Did you mean '--port'?"),
            (["queues", "pause", "fmc"], "Error: unknown push service `fmc`; did you mean `fcm`?"),
            (["serve", "--sandbox", "--config", "a.yaml"], "Error: --sandbox reads no configuration; remove --config"),
            (["why", "--app", "a"], "Error: name at least one of --user, --trigger and --type"),
        ]
    )
    func usage(_ arguments: [String], message: String) {
        let ending = Self.ending(arguments)
        #expect(ending.text.hasPrefix(message), "\(ending.text)")
        #expect(ending.status == 64)
    }

    @Test(
        "Arguments that cannot be meant show how their command is called, not the program",
        arguments: [
            (["queues", "redrive", "fcm", "--since", "foo"], "--since foo is not a duration", "queues redrive"),
            (["serve", "--log-level", "loud"], "unknown log level `loud`; write trace", "serve"),
            (["demo", "--log-level", "loud"], "unknown log level `loud`; write trace", "demo"),
            (["sandbox", "--log-level", "loud"], "unknown log level `loud`; write trace", "sandbox"),
        ]
    )
    func ownUsage(_ arguments: [String], message: String, command: String) {
        let ending = Self.ending(arguments)
        #expect(ending.text.hasPrefix("Error: \(message)"), "\(ending.text)")
        #expect(ending.text.contains("Usage: peal \(command) "), "\(ending.text)")
        #expect(ending.status == 64)
    }

    @Test("An error is set off on a terminal, and no failure shows Foundation's domains")
    func failures() throws {
        let error = ServerError(.port, "port 1 is in use")
        #expect(CommandEnding(error) == CommandEnding(text: "Error: port 1 is in use", status: 1))
        let styled = CommandEnding(error).styled(TerminalStyle(isColoured: true))
        #expect(styled == "\u{1B}[31mError:\u{1B}[0m port 1 is in use")
        let cocoa = CommandEnding(CocoaError(.fileReadNoPermission, userInfo: [NSFilePathErrorKey: "/a/b"]))
        #expect(cocoa == CommandEnding(text: "Error: /a/b: permission denied", status: 1))
        let unknown = CommandEnding(try #require(UnknownCommand.find(in: ["serv"], of: PealCommand.self)))
        #expect(unknown.status == 64)
        #expect(unknown.text.hasPrefix("Error: unknown command `serv`; did you mean `serve`?"))
    }

    /// How the program ends with arguments that let no command run.
    private static func ending(_ arguments: [String]) -> CommandEnding {
        do {
            var command = try PealCommand.parseAsRoot(arguments)
            // The parser's own command for help and version.
            try command.run()
            return CommandEnding(text: "", status: 0)
        } catch {
            return CommandEnding(error)
        }
    }
}
