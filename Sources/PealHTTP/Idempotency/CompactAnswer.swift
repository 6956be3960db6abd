import PealCore
import PealGzip
import PealWire

/// The form in which answers are kept for a repeated call: small ones as they are, others in gzip's form, and of what is too large
/// even so only that it was done, with its ids.
enum CompactAnswer {
    /// The most bytes that one call keeps.
    static let limit = 256 * 1024
    /// Fewer bytes are not worth the work.
    private static let small = 1024
    /// What gzip begins with, and JSON never.
    private static let mark: [UInt8] = [0x1F, 0x8B]
    /// More than any answer has.
    private static let largest = 64 * 1024 * 1024

    /// What is kept of a body.
    static func form(of body: [UInt8]) -> [UInt8] {
        guard body.count > small, let packed = Gzip.compress(body), packed.count < body.count else { return body }
        guard packed.count > limit else { return packed }
        let done = Self.done(body)
        let form = done.count > small ? Gzip.compress(done) ?? done : done
        return form.count > limit ? Array(#"{"done":true}"#.utf8) : form
    }

    /// The body behind a form.
    static func body(of form: [UInt8]) -> [UInt8] {
        form.starts(with: mark) ? Gzip.expand(form, limit: largest) ?? form : form
    }

    /// That it was done: the id of the answer, or index, status and id of each of its items.
    private static func done(_ body: [UInt8]) -> [UInt8] {
        let members = (try? JSONParser.parse(body))?.object ?? [:]
        return JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("done", true)
                if let id = members["id"] { writer.member("id", id) }
                guard let items = members["items"]?.array else { return }
                writer.array("items", items) { writer, item in
                    writer.object { writer in
                        for name in ["index", "status", "id"] {
                            if let value = item.object?[name] { writer.member(name, value) }
                        }
                    }
                }
            }
        }
    }
}
