public import ArgumentParser

/// A language that `peal generate` writes.
public enum ClientLanguage: String, Sendable, CaseIterable, ExpressibleByArgument {
    case typescript, python, swift

    /// The whole file for a catalog, ending with a line break; the same for the same catalog.
    func file(for description: ClientDescription) -> String {
        let lines =
            switch self {
            case .typescript: TypeScriptFile(description).lines
            case .python: PythonFile(description).lines
            case .swift: SwiftFile(description).lines
            }
        return lines.joined(separator: "\n") + "\n"
    }
}
