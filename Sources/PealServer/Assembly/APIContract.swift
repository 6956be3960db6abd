import PealCatalog
import PealCore
import PealWire

/// The OpenAPI document as servers give it: one in production lists no call of the sandbox, because it has none.
enum APIContract {
    /// The document as JSON.
    static func document(isSandbox: Bool) throws -> [UInt8] { try (isSandbox ? whole : ofProduction).get() }

    /// Read when it is first asked for, once for all servers of the process: reading takes a third of a start.
    private static let whole = Result { try YAMLDocument.json(EmbeddedAssets.bytes(at: "api/openapi.yaml") ?? []) }

    private static let ofProduction = Result {
        let document = servedInProduction(try JSONParser.parse(try whole.get()))
        return JSONWriter.bytes { $0.value(document) }
    }

    /// Takes out the calls of the sandbox, their tag, and the components that only they name.
    static func servedInProduction(_ document: JSONValue) -> JSONValue {
        guard var members = document.object else { return document }
        members["paths"] = members["paths"].map {
            .object(($0.object ?? [:]).filter { !$0.key.hasPrefix("/sandbox/") })
        }
        members["tags"] = members["tags"].map { tags in
            .array((tags.array ?? []).filter { $0.object?["name"]?.string != "Sandbox" })
        }
        let components = members.removeValue(forKey: "components")?.object ?? [:]
        var used = references(in: .object(members))
        var found = used
        while !found.isEmpty {
            let next: Set<Reference> = found.reduce(into: []) { names, name in
                names.formUnion(references(in: components[name.group]?.object?[name.name] ?? .null))
            }
            found = next.subtracting(used)
            used.formUnion(found)
        }
        members["components"] = .object(
            Dictionary(
                uniqueKeysWithValues: components.map { group, values in
                    // Security schemes are named without a reference.
                    guard group != "securitySchemes", let all = values.object else { return (group, values) }
                    return (group, .object(all.filter { used.contains(Reference(group: group, name: $0.key)) }))
                }
            )
        )
        return .object(members)
    }

    private struct Reference: Hashable {
        var group: String
        var name: String
    }

    private static func references(in value: JSONValue) -> Set<Reference> {
        switch value {
        case .array(let values): return values.reduce(into: []) { $0.formUnion(references(in: $1)) }
        case .object(let members):
            var found: Set<Reference> = members.values.reduce(into: []) { $0.formUnion(references(in: $1)) }
            let parts = members["$ref"]?.string?.split(separator: "/").map(String.init) ?? []
            if parts.count == 4, parts[1] == "components" { found.insert(Reference(group: parts[2], name: parts[3])) }
            return found
        default: return []
        }
    }
}
