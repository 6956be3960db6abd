import PealCatalog
import PealCore
import Testing

@testable import PealCommands
@testable import PealServer

/// A catalog for `peal generate`, in which tests replace what they are about.
struct GenerateFixture {
    /// The members of the only type that is declared without `data`.
    var type = "audience: {allow: [users]}"
    /// The name of the type.
    var typeName = "new-offer"
    /// The type's variables, as YAML.
    var data = "{from: {type: string, example: Ben}}"
    /// The title, as it stands between double quotes.
    var title = "Hello"
    /// Entity types, as YAML.
    var entities = "{ride: {}}"
    /// Further keys of the app.
    var more = ""

    var yaml: String {
        """
        app: bikes
        name: Bikes
        locales: [en]
        timeZone: Europe/Berlin
        links: {scheme: bikes, routes: [/], fallback: /, webOrigin: none}
        providers: [fcm]
        budgets: {title: 65, body: 180}
        \(more)
        entities: \(entities)
        categories: {rides: {title: {en: Rides}}}
        types:
          \(typeName):
            category: rides
            \(type)
            title: {en: "\(title)"}
            body: {en: Text}
            link: /
            data: \(data)
        """
    }

    /// The catalog.
    func catalog() throws -> Catalog {
        let reading = CatalogReader.read(yaml: yaml, file: "bikes.yaml", providers: ProviderPlugins.shipped.traits)
        return try #require(reading.catalog, "\(reading.findings.map(\.description))")
    }

    /// The only function.
    func function() throws -> ClientFunction {
        try #require(ClientDescription(try catalog(), hash: "0a").functions.first)
    }

    /// The parameter of that name.
    func parameter(_ name: String) throws -> ClientParameter? {
        try function().parameters.first { $0.name == name }
    }

    /// The whole file.
    func text(_ language: ClientLanguage) throws -> String { try run(language).text }

    /// What the command makes of it.
    func run(_ language: ClientLanguage) throws -> GenerateRun {
        GenerateRun(language, catalog: try catalog(), yaml: yaml, path: "bikes.yaml")
    }
}
