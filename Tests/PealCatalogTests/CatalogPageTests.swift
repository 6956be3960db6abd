import Foundation
import PealCatalog
import PealCore
import Testing

@Suite("docs/catalogs.md and the reader name the same keys")
struct CatalogPageTests {
    private static let page: String = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return (try? String(contentsOf: root.appending(path: "docs/catalogs.md"), encoding: .utf8)) ?? ""
    }()

    /// A file that has every mapping the reader knows.
    private static let full = """
        app: demo
        features: {}
        inbox: {}
        mute: {}
        links: {}
        defaults: {bypass: {}}
        permission: {}
        presentation: {foreground: {}, background: {}, closed: {}}
        retention: {atLeast: {}}
        androidChannels: {alerts: {}}
        retry: {}
        quietHours: {default: {}, exempt: {}}
        budgets: {ios: {}, android: {}, web: {}}
        devices: {}
        appearance: {}
        sounds: {alert: {}}
        locales: [en]
        entities: {ride: {times: [startsAt], eta: {confirmations: {}, confirmationsWithoutHost: {}, hostNotice: {}}}}
        categories: {rides: {defaults: {}, mandatory: {}}}
        types:
          ready:
            audience: {default: {members: {of: self, any: [{}]}}}
            actors: {}
            bypass: {quietHours: {if: {recipientOwns: {entity: ride}}}}
            priority: {rules: [{if: {all: [{recipientOwns: {entity: ride}}]}}]}
            if: {recipientOwns: {entity: ride}}
            actions: [{}]
            dedupe: {}
            delayWhileActive: {}
            requires: {}
            platforms: {}
            resolves: {}
            retry: {}
            digest: {}
            throttle: {}
            summary: {}
            schedule: {entity: ride, at: startsAt, while: {}, unless: {}}
            data: {name: {}}
            title: Ready
            body: {en: {other: Ready}}
        limits: [{}]
        alerts: [{}]
        """

    @Test("every key that the reader knows stands in a table under its path, and no other (R253)")
    func keys() throws {
        let known = try Self.knownKeys()
        let named = Self.namedKeys()
        #expect(known.count > 180)
        #expect(known.subtracting(named).sorted() == [], "missing on the page")
        #expect(named.subtracting(known).sorted() == [], "unknown to the reader")
    }

    @Test("the first example is a catalog without findings")
    func example() throws {
        let start = try #require(Self.page.firstRange(of: "```yaml\n"))
        let end = try #require(Self.page[start.upperBound...].firstRange(of: "```"))
        let reading = CatalogReader.read(yaml: String(Self.page[start.upperBound..<end.lowerBound]), file: "bikes.yaml")
        #expect(reading.findings == [])
        #expect(reading.catalog?.types.count == 1)
    }

    // What the reader says

    /// Puts a key like no other into one mapping after the other: the reader answers with those it knows.
    private static func knownKeys() throws -> Set<String> {
        let json = try #require(CatalogReader.json(yaml: full))
        var known: Set<String> = []
        for position in 0..<mappings(in: json) {
            var left = position
            let yaml = text(of: json, &left)
            for finding in CatalogReader.read(yaml: yaml, file: "full.yaml").findings
            where finding.code == "unknown-key" && finding.path.hasSuffix(odd) {
                let list = try #require(finding.message.firstRange(of: "; known: "))
                let section = section(of: finding.path.split(separator: ".").dropLast().joined(separator: "."))
                for key in finding.message[list.upperBound...].split(separator: ", ") {
                    known.insert(section.isEmpty ? String(key) : "\(section).\(key)")
                }
            }
        }
        return known
    }

    private static let odd = "qqqqqqqqqqqqqqqqqqqqqqqq"

    private static func mappings(in json: JSONValue) -> Int {
        switch json {
        case .object(let members): members.values.reduce(1) { $0 + mappings(in: $1) }
        case .array(let items): items.reduce(0) { $0 + mappings(in: $1) }
        default: 0
        }
    }

    /// The text of a value, with the odd key in the mapping that is `left` to count.
    private static func text(of json: JSONValue, _ left: inout Int) -> String {
        switch json {
        case .object(let members):
            var parts = left == 0 ? ["\"\(odd)\": 1"] : []
            left -= 1
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                parts.append("\"\(key)\": \(text(of: value, &left))")
            }
            return "{" + parts.joined(separator: ", ") + "}"
        case .array(let items):
            var parts: [String] = []
            for item in items { parts.append(text(of: item, &left)) }
            return "[" + parts.joined(separator: ", ") + "]"
        case .string(let text): return "\"\(text)\""
        default: return "null"
        }
    }

    /// The heading that a path's keys stand under.
    private static func section(of path: String) -> String {
        path.replacing(/\[\d+\]/, with: "[]")
            .replacing("types.ready", with: "types.<type>")
            .replacing("types.<type>.body.en", with: "types.<type>.body.<locale>")
            .replacing("data.name", with: "data.<variable>")
            .replacing("sounds.alert", with: "sounds.<sound>")
            .replacing("androidChannels.alerts", with: "androidChannels.<channel>")
            .replacing("entities.ride", with: "entities.<entity>")
            .replacing("categories.rides", with: "categories.<category>")
            .replacing(/presentation\.\w+/, with: "presentation.<state>")
            .replacing(/budgets\.\w+/, with: "budgets.<platform>")
            // Rules and retries are the same wherever they stand.
            .replacing(/types\.<type>\.priority\.rules\[\]\.if/, with: "types.<type>.if")
            .replacing("types.<type>.bypass.quietHours.if", with: "types.<type>.if")
            .replacing(/\.if\.all\[\]/, with: ".if")
            .replacing("types.<type>.retry", with: "retry")
    }

    // What the page says

    private static func namedKeys() -> Set<String> {
        var named: Set<String> = []
        var section: String? = ""
        for line in page.split(separator: "\n") {
            if line.hasPrefix("### `") {
                section = line.split(separator: "`").dropFirst().first.map(String.init)
            } else if line.hasPrefix("## ") {
                section = line == "## The file" ? "" : nil
            } else if let section, line.hasPrefix("| `"), let cell = line.split(separator: "|").first {
                for key in cell.split(separator: "`") where key.allSatisfy({ $0.isLetter }) {
                    named.insert(section.isEmpty ? String(key) : "\(section).\(key)")
                }
            }
        }
        return named
    }
}
