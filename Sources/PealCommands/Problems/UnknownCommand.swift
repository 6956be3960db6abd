public import ArgumentParser
import PealCore

/// A command that does not exist, found before the parser sees the arguments: with `--help` behind it the parser would
/// show another command's help and report success.
public struct UnknownCommand: Error, Sendable, Equatable, CustomStringConvertible {
    /// The word that names no command.
    public let name: String
    /// The commands before it, with the program's name: `["peal", "keys"]`.
    public let path: [String]
    /// The commands there are.
    public let known: [String]

    /// What is wrong, which command was probably meant, and where all are listed.
    public var description: String {
        let command = path.joined(separator: " ")
        let near = NearName.suggestion(for: name, among: known).map { "; did you mean `\($0)`?" }
        return "unknown command `\(name)`\(near ?? "; the commands are \(known.joined(separator: ", "))")\n"
            + "  See '\(command) --help' for more information."
    }

    /// Looks for a word that should be a command and is none.
    /// - Parameters:
    ///   - arguments: the arguments, without the program's name.
    ///   - root: the command at the top.
    /// - Returns: the first one; `nil` when all are known.
    public static func find(in arguments: [String], of root: any ParsableCommand.Type) -> UnknownCommand? {
        var command: any ParsableCommand.Type = root
        var path = [name(of: root)]
        var words = arguments[...]
        // A flag in front of a command changes nothing of which command it is.
        while let word = words.popFirst() {
            if builtInFlags.contains(word) { continue }
            let subcommands = command.configuration.subcommands
            guard !word.hasPrefix("-"), !subcommands.isEmpty else { return nil }
            if path.count == 1, word == "help" { continue }
            guard let next = subcommands.first(where: { names(of: $0).contains(word) }) else {
                return UnknownCommand(name: word, path: path, known: subcommands.map(name(of:)))
            }
            command = next
            path.append(name(of: next))
        }
        return nil
    }

    private static let builtInFlags: Set = ["-h", "--help", "--help-hidden", "--version"]

    private static func name(of command: any ParsableCommand.Type) -> String { command._commandName }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [name(of: command)] + command.configuration.aliases
    }
}
