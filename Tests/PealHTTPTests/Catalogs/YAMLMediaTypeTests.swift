import PealWire
import Testing

@testable import PealHTTP

@Suite("YAML as a media type")
struct YAMLMediaTypeTests {
    @Test(
        "YAML is taken by its names",
        arguments: [
            "application/yaml", "APPLICATION/YAML", "application/yaml; charset=utf-8", "text/yaml", "text/x-yaml",
            "application/x-yaml", "application/openapi+yaml",
        ]
    )
    func taken(type: String) { #expect(throws: Never.self) { try YAMLMediaType.check(type) } }

    @Test(
        "anything else is refused",
        arguments: [
            nil, "", "application/json", "text/plain", "application/yaml; charset=latin1", "yaml", "text/foo+yaml",
        ]
    )
    func refused(type: String?) {
        let problem = #expect(throws: Problem.self) { try YAMLMediaType.check(type) }
        #expect(problem?.code == .unsupportedMediaType)
    }

    @Test(
        "a catalog is taken as YAML or inside JSON",
        arguments: [
            ("application/yaml", true), ("application/json", true), ("application/json; charset=utf-8", true),
            ("text/plain", false), (nil, false), ("application/json; charset=latin1", false),
        ] as [(String?, Bool)]
    )
    func catalog(type: String?, isTaken: Bool) {
        let problem = Problem.caught { () throws(Problem) in try CatalogMediaType.check(type) }
        #expect(problem?.code == (isTaken ? nil : .unsupportedMediaType))
    }

    @Test(
        "YAML is answered when it is asked for before JSON",
        arguments: [
            ("application/yaml", true), ("text/yaml, application/json", true),
            ("application/yaml;q=0.9, */*;q=0.1", true),
            ("application/json, text/yaml", false), ("*/*", false), ("text/html", false), ("", false),
        ]
    )
    func wanted(accept: String, isYAML: Bool) { #expect(YAMLMediaType.isWanted(accept) == isYAML) }
}

extension Problem {
    fileprivate static func caught(_ body: () throws(Problem) -> Void) -> Problem? {
        do { try body() } catch { return error }
        return nil
    }
}
