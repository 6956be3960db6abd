import Foundation
import PealCatalog
import PealCore
import PealProviderKit
import PealServer
import PealWire

/// The calls of the check, with the app's secret key.
struct DeviceCheckServer: Sendable {
    let transport: HTTPTransport
    let url: String
    let key: String

    private static let longest: Duration = .seconds(30)
    private static let largest = 4 << 20

    /// Reads what is at a path below `/api/v1`.
    /// - Throws: ``DeviceCheckError`` that says what to do.
    func get(_ path: String) async throws -> JSONValue { try await call("GET", path, nil) }

    /// Posts to such a path.
    /// - Throws: ``DeviceCheckError`` that says what to do.
    func post(_ path: String, _ body: JSONValue? = nil) async throws -> JSONValue { try await call("POST", path, body) }

    /// Puts what is at such a path.
    /// - Throws: ``DeviceCheckError`` that says what to do.
    func put(_ path: String, _ body: JSONValue) async throws { _ = try await call("PUT", path, body) }

    /// Deletes what is at such a path.
    /// - Throws: ``DeviceCheckError`` that says what to do.
    func delete(_ path: String) async throws { _ = try await call("DELETE", path, nil) }

    /// The catalog in force.
    /// - Throws: ``DeviceCheckError`` that says what to do.
    func catalog() async throws -> Catalog {
        let reading = CatalogReader.read(
            yaml: try await get("/catalog").object?["yaml"]?.string ?? "",
            file: "the catalog in force",
            providers: ProviderPlugins.shipped.traits
        )
        guard let catalog = reading.catalog else { throw DeviceCheckError("the catalog in force cannot be read") }
        return catalog
    }

    private func call(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
        var headers = [(name: "authorization", value: "Bearer \(key)")]
        if body != nil { headers.append((name: "content-type", value: "application/json")) }
        let result = await transport.send(
            HTTPCall(
                method: method,
                url: "\(url)/api/v1\(path)",
                headers: headers,
                body: body.map { body in JSONWriter.bytes { $0.value(body) } } ?? [],
                timeout: Self.longest,
                bodyLimit: Self.largest
            )
        )
        guard case .answered(let answer) = result else {
            throw DeviceCheckError("no server answers at \(url); start it, or name another one with --url")
        }
        guard (200..<300).contains(answer.status) else {
            let problem = (try? JSONParser.parse(answer.body))?.object
            let detail = problem?["detail"]?.string ?? problem?["title"]?.string ?? "HTTP \(answer.status)"
            throw DeviceCheckError("\(method) \(path): \(detail)\(Self.advice(answer.status))")
        }
        return answer.body.isEmpty ? .null : try JSONParser.parse(answer.body)
    }

    private static func advice(_ status: Int) -> String {
        switch status {
        case 401: "; name a secret key of the app with --key-file, or in PEAL_KEY"
        case 403: "; the check needs a key with every scope"
        default: ""
        }
    }
}

extension String {
    /// As a part of a path or of a query.
    var inURL: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? self
    }
}

/// Why the check cannot go on, and what to do about it.
struct DeviceCheckError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
