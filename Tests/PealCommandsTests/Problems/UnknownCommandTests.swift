import ArgumentParser
import PealCommands
import Testing

@Suite("A command that does not exist")
struct UnknownCommandTests {
    @Test(
        "is found wherever it is written, with the one that was probably meant",
        arguments: [
            (["serv"], "unknown command `serv`; did you mean `serve`?"),
            (["serv", "--help"], "unknown command `serv`; did you mean `serve`?"),
            (["--help", "serv"], "unknown command `serv`; did you mean `serve`?"),
            (["help", "serv"], "unknown command `serv`; did you mean `serve`?"),
            (["keys", "crate", "--app", "a"], "unknown command `crate`; did you mean `create`?"),
            (["help", "keys", "lst"], "unknown command `lst`; did you mean `list`?"),
            (["rows", "lits"], "unknown command `lits`; did you mean `list`?"),
            (["frobnicate"], "unknown command `frobnicate`; the commands are serve, keys, queues"),
        ]
    )
    func unknown(_ arguments: [String], message: String) throws {
        let found = try #require(UnknownCommand.find(in: arguments, of: Tool.self))
        #expect(found.description.hasPrefix(message + "\n  See 'tool"))
        #expect(found.description.hasSuffix("--help' for more information."))
    }

    @Test(
        "is not seen in what is no command",
        arguments: [
            [], ["--help"], ["--version"], ["help"], ["help", "keys", "create"], ["serve", "extra"],
            ["keys", "create", "--app", "nope"], ["queues", "--config", "nope"], ["rows"], ["keys", "--help"],
        ]
    )
    func known(_ arguments: [String]) {
        #expect(UnknownCommand.find(in: arguments, of: Tool.self) == nil)
    }
}

/// A program with a group of commands, and one with a default and an alias.
private struct Tool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tool",
        subcommands: [Serve.self, Keys.self, Queues.self]
    )

    struct Serve: ParsableCommand {}

    struct Keys: ParsableCommand {
        static let configuration = CommandConfiguration(subcommands: [Create.self, List.self])

        struct Create: ParsableCommand {}
    }

    struct Queues: ParsableCommand {
        static let configuration = CommandConfiguration(
            subcommands: [List.self],
            defaultSubcommand: List.self,
            aliases: ["rows"]
        )
    }

    struct List: ParsableCommand {}
}
