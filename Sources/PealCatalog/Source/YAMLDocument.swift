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
}
