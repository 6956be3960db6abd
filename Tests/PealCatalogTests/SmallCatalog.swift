import PealCatalog
import PealCore

/// A small valid catalog whose parts a test replaces.
///
/// The line that a finding should name carries `# here`.
struct SmallCatalog {
    static let text = """
        app: demo
        name: Demo
        locales: [en, de]
        timeZone: Europe/Berlin
        features: {actions: true, broadcast: true}
        links: {webOrigin: none, scheme: demo, routes: [/, "/things/{id}"], fallback: /}
        providers: [fcm]
        budgets: {title: 40, body: 60}
        entities:
          group: {roles: [member, admin]}
          thing: {parent: group, statuses: [open, closed], times: [startsAt]}
        categories:
          news:
            title: News
        types:
          first:
            category: news
            audience: {default: {members: {of: parent}}, allow: [members, users]}
            title: Hello
            body:
              en: "{{name}} at {{startsAt | time}}"
            link: /things/{{entityId}}
            data:
              name: {type: string, example: Sam}
              startsAt: {type: instant, example: "2026-11-20T18:00:00Z"}
        """

    /// Reads the text with parts replaced; a part that is not there is a mistake of the test.
    ///
    /// Left out is what nearly every case would repeat: that texts are in one language only, and that a changed text does
    /// not use a variable any more.
    static func read(_ replacements: [(String, String)]) -> (reading: CatalogReading, line: Int?) {
        var yaml = text
        for (old, new) in replacements {
            precondition(yaml.contains(old), "no such part: \(old)")
            yaml = yaml.replacing(old, with: new, maxReplacements: 1)
        }
        let marked = yaml.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.hasSuffix("# here") }
        var reading = CatalogReader.read(yaml: yaml, file: "demo.yaml")
        reading.findings.removeAll { ["missing-locale", "unused-variable"].contains($0.code) }
        return (reading, marked.map { $0 + 1 })
    }
}
