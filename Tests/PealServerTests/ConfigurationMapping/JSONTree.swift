import PealCore
import PealWire

/// A JSON document whose parts are named by their path.
struct JSONTree {
    let root: JSONValue

    init(_ bytes: [UInt8]) throws { root = try JSONParser.parse(bytes) }

    /// The part at a path such as `message.android.priority`; `nil` when there is none.
    subscript(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(Optional(root)) { $0?.object?[String($1)] }
    }

    /// The text at a path.
    func text(_ path: String) -> String? { self[path]?.string }
}
