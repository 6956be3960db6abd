import Foundation
import PealCore
import Testing

@testable import PealServer

@Suite("docs/configuration.md and the loader name the same keys")
struct ConfigurationPageTests {
    struct Row: Hashable {
        var section: String
        var key: String
        var variable: String
    }

    private static let rows: [Row] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = (try? String(contentsOf: root.appending(path: "docs/configuration.md"), encoding: .utf8)) ?? ""
        var rows: [Row] = []
        var section = ""
        for line in page.split(separator: "\n") {
            if line.hasPrefix("## `") {
                section = line.split(separator: "`").dropFirst().first.map(String.init) ?? ""
            } else if line.hasPrefix("| `") {
                let cells = line.split(separator: "|").map { cell in
                    cell.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
                }
                rows.append(Row(section: section, key: cells[0], variable: cells[1]))
            }
        }
        return rows
    }()

    @Test("Every key that the loader knows has one row in its section, and no other key has one")
    func keys() {
        let known = ConfigurationKeys(.shipped).all.map { "\($0.section) \($0.key)" }
        let named = Self.rows.map { "\($0.section) \($0.key)" }
        #expect(known.count > 45)
        #expect(Set(known).subtracting(named).sorted() == [], "missing on the page")
        #expect(Set(named).subtracting(known).sorted() == [], "unknown to the loader")
        #expect(named.count == Set(named).count)
    }

    private static let named = rows.filter { $0.variable != "–" }

    @Test("The environment variable of each key is the one that the loader reads", arguments: named)
    func variable(_ row: Row) {
        let path = row.section.isEmpty ? row.key : "\(row.section).\(row.key)"
        #expect(row.variable == Self.variable(for: path.replacing("<app>", with: "reports")))
    }

    @Test("The loader reads a key of each depth by that rule")
    func depths() async throws {
        #expect(Self.named.count > 40)
        let error = await #expect(throws: ServerError.self) {
            try await Self.read([
                "PEAL_ROOT_KEY": "x", "PEAL_MAXIMUM_IN_FLIGHT": "0", "PEAL_APPS_REPORTS_APNS_KEY_ID": "a",
            ])
        }
        #expect(error?.message.contains("maximumInFlight: 0 is out of range") == true)
        #expect(error?.message.contains("apps.reports.apns: set keyFile (the .p8 file), teamId") == true)
    }

    private static func read(_ environment: [String: String]) async throws -> ServerConfiguration {
        var file = try await ConfigurationFile(
            ConfigurationPath(path: "/nowhere/peal.yaml"),
            environment: environment
        )
        return try file.read(apps: [AppID("reports")], overrides: .init())
    }

    /// `PEAL_` and the path in capitals, with `_` between words.
    private static func variable(for path: String) -> String {
        "PEAL_" + path.replacing(/([a-z])([A-Z])/) { "\($0.1)_\($0.2)" }.replacing(".", with: "_").uppercased()
    }
}
