import PealCatalog
import PealServer
import PealWire

/// Reads the file of one app of the demo, as strictly as the API reads a request.
enum DemoWorldFile {
    /// The app that a file describes.
    /// - Parameters:
    ///   - yaml: its text.
    ///   - file: its name, for errors.
    /// - Returns: the app, with the generated values of its zones.
    /// - Throws: ``ServerError`` with every problem, each with its line or its JSON pointer.
    static func read(_ yaml: String, file: String) throws(ServerError) -> DemoApp {
        if let fault = YAMLFault.find(in: yaml) { throw ServerError(.data, "\(file):\(fault)") }
        guard let json = CatalogReader.json(yaml: yaml) else {
            throw ServerError(.data, "\(file): must be a mapping without aliases, of at most 1 MiB")
        }
        do {
            return try DemoApp.read(json, rules: rules)
        } catch {
            let problems = error.errors.map { "\(file): \($0.pointer.isEmpty ? "/" : $0.pointer): \($0.detail)" }
            throw ServerError(.data, problems.joined(separator: "\n"))
        }
    }

    private static let rules: ReadingRules = {
        let zones = ZoneRegistry()
        return ReadingRules(
            refusesUnknownMembers: true,
            providers: ProviderPlugins.shipped.traits,
            zoneExists: { zones.zone($0) != nil }
        )
    }()
}
