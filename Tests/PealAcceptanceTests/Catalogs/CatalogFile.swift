import Testing

/// The catalog of an app as its backend edits and publishes it.
struct CatalogFile: Sendable {
    let backend: Backend

    /// The text in force.
    func text() async throws -> String {
        try #require(try await backend.api.get("/api/v1/catalog")["yaml"].string)
    }

    /// The text in force with parts replaced; a part that is not there is a mistake of the test.
    func edited(_ edits: (String, String)...) async throws -> String {
        var yaml = try await text()
        for (old, new) in edits {
            try #require(yaml.contains(old), "no such part: \(old)")
            yaml = yaml.replacing(old, with: new, maxReplacements: 1)
        }
        return yaml
    }

    /// Sends a text.
    func send(
        _ method: String = "PUT",
        _ path: String = "",
        _ yaml: String,
        headers: [(String, String)] = []
    ) async throws -> Reply {
        try await backend.api.send(
            raw: method,
            "/api/v1/catalog\(path)",
            Array(yaml.utf8),
            headers: [("content-type", "application/yaml")] + headers
        )
    }

    /// Publishes the text in force with parts replaced.
    @discardableResult
    func publish(_ edits: (String, String)...) async throws -> JSON {
        var yaml = try await text()
        for (old, new) in edits {
            try #require(yaml.contains(old), "no such part: \(old)")
            yaml = yaml.replacing(old, with: new, maxReplacements: 1)
        }
        return try await send("PUT", "", yaml).expecting(200)
    }
}
