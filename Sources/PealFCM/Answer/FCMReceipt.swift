import FoundationEssentials

/// The name FCM gives an accepted message.
enum FCMReceipt {
    /// Takes the name out of the answer's body.
    ///
    /// The plain form is found without a JSON decoder, because this runs once per push.
    static func name(in body: [UInt8]) -> String? {
        guard body.count <= 4096 else { return nil }
        let text = String(decoding: body, as: UTF8.self)
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        if parts.count == 5, parts[1] == "name", !text.utf8.contains(UInt8(ascii: "\\")) {
            return bounded(String(parts[3]))
        }
        return (try? JSONDecoder().decode(Accepted.self, from: Data(body))).flatMap { bounded($0.name) }
    }

    private static func bounded(_ name: String) -> String? { (1...512).contains(name.utf8.count) ? name : nil }

    private struct Accepted: Decodable {
        var name: String
    }
}
