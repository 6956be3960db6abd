import FoundationEssentials

/// The name FCM gives an accepted message.
enum FCMReceipt {
    /// Takes the name out of the answer's body.
    ///
    /// The plain form is found without a JSON decoder, because this runs once per push.
    static func name(in body: [UInt8]) -> String? {
        guard body.count <= 4096 else { return nil }
        return plainName(in: body) ?? decodedName(in: body)
    }

    /// The name in an object of one member without escapes.
    private static func plainName(in body: [UInt8]) -> String? {
        var quotes = (0, 0, 0, 0)
        var count = 0
        for (index, byte) in body.enumerated() {
            if byte == UInt8(ascii: "\\") { return nil }
            guard byte == UInt8(ascii: "\"") else { continue }
            switch count {
            case 0: quotes.0 = index
            case 1: quotes.1 = index
            case 2: quotes.2 = index
            case 3: quotes.3 = index
            default: return nil
            }
            count += 1
        }
        guard count == 4, body[(quotes.0 + 1)..<quotes.1].elementsEqual("name".utf8),
            isOnly("{", body[..<quotes.0]), isOnly(":", body[(quotes.1 + 1)..<quotes.2]),
            isOnly("}", body[(quotes.3 + 1)...])
        else { return nil }
        return bounded(String(decoding: body[(quotes.2 + 1)..<quotes.3], as: UTF8.self))
    }

    /// Whether bytes are one character and white space (RFC 8259, 2).
    private static func isOnly(_ character: Unicode.Scalar, _ bytes: ArraySlice<UInt8>) -> Bool {
        var count = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: character): count += 1
            case 0x20, 0x09, 0x0A, 0x0D: continue
            default: return false
            }
        }
        return count == 1
    }

    private static func decodedName(in body: [UInt8]) -> String? {
        (try? JSONDecoder().decode(Accepted.self, from: Data(body))).flatMap { bounded($0.name) }
    }

    private static func bounded(_ name: String) -> String? { (1...512).contains(name.utf8.count) ? name : nil }

    private struct Accepted: Decodable {
        var name: String
    }
}
