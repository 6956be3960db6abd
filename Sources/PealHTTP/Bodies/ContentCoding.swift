import HTTPTypes
import PealWire

/// How a body was compressed on its way (RFC 9110, 8.4).
enum ContentCoding: Equatable {
    case identity
    case gzip

    /// Reads `Content-Encoding`.
    /// - Throws: ``Problem`` `unsupported-media-type` for another coding than gzip, and for more than one.
    init(_ headers: HTTPFields) throws(Problem) {
        let codings = headers[values: .contentEncoding].flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
        switch codings {
        case []: self = .identity
        // The second is an old name of the first.
        case ["gzip"], ["x-gzip"]: self = .gzip
        default:
            throw Problem(
                .unsupportedMediaType,
                "send the body as it is, or compressed once with gzip",
                acceptEncoding: "gzip, identity"
            )
        }
    }
}
