import PealCore
import PealWire
import Testing

@testable import PealServer

@Suite("The document of the API")
struct APIContractTests {
    private static func document(isSandbox: Bool) throws -> [String: JSONValue] {
        try #require(try JSONParser.parse(try APIContract.document(isSandbox: isSandbox)).object)
    }

    @Test("lists the calls of the sandbox in a sandbox only", arguments: [true, false])
    func paths(isSandbox: Bool) throws {
        let document = try Self.document(isSandbox: isSandbox)
        let paths = try #require(document["paths"]?.object)
        #expect(paths.keys.contains { $0.hasPrefix("/sandbox/") } == isSandbox)
        #expect(paths["/api/v1/triggers"] != nil && paths["/readyz"] != nil)
        let tags = try #require(document["tags"]?.array).compactMap { $0.object?["name"]?.string }
        #expect(tags.contains("Sandbox") == isSandbox && tags.contains("Inbox"))
    }

    @Test("has every component that it names, and none that only the sandbox names", arguments: [true, false])
    func components(isSandbox: Bool) throws {
        let document = try Self.document(isSandbox: isSandbox)
        let components = try #require(document["components"]?.object)
        var named: Set<String> = []
        Self.references(.object(document), into: &named)
        for name in named {
            let parts = name.split(separator: "/").map(String.init)
            #expect(components[parts[2]]?.object?[parts[3]] != nil, "\(name)")
        }
        guard !isSandbox else { return }
        let kept = components.filter { $0.key != "securitySchemes" }.flatMap { group, values in
            (values.object ?? [:]).keys.map { "#/components/\(group)/\($0)" }
        }
        #expect(Set(kept).subtracting(named) == [])
    }

    private static func references(_ value: JSONValue, into names: inout Set<String>) {
        switch value {
        case .array(let values): for value in values { references(value, into: &names) }
        case .object(let members):
            if let name = members["$ref"]?.string { names.insert(name) }
            for value in members.values { references(value, into: &names) }
        default: break
        }
    }
}
