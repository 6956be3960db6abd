import Foundation
import PealCore
import Yams

/// YAML as JSON, for documents that are written in one and served in the other.
public enum YAMLDocument {
    /// The JSON of a YAML document; a byte order mark before it is passed over.
    /// - Throws: what Yams says of a document that is not YAML.
    public static func json(_ yaml: [UInt8]) throws -> [UInt8] {
        let object = try Yams.load(yaml: ByteOrderMark.removed(from: String(decoding: yaml, as: UTF8.self)))
        return [UInt8](
            try JSONSerialization.data(withJSONObject: object ?? [:], options: [.sortedKeys, .withoutEscapingSlashes])
        )
    }

    /// A document in which the items of a list of sections are the members `0`, `1`, … of a section.
    ///
    /// For a reader of configuration that knows no such lists. Any other document comes back as it is.
    /// - Parameters:
    ///   - key: the key of the list, at the top of the document.
    ///   - yaml: the document, without a byte order mark.
    /// - Returns: the document.
    /// - Throws: what Yams says of a document that is not YAML.
    public static func numberingSections(of key: String, in yaml: [UInt8]) throws -> [UInt8] {
        guard var root = try Yams.compose(yaml: String(decoding: yaml, as: UTF8.self)),
            let items = root.mapping?[key]?.sequence, items.contains(where: { $0.mapping != nil })
        else { return yaml }
        let members = items.enumerated().map { (Node("\($0)", Tag(.str), .doubleQuoted), $1) }
        root[key] = Node(members)
        return [UInt8](try Yams.serialize(node: root).utf8)
    }
}
