import PealWire
import Testing

@testable import PealHTTP

@Suite("Media types")
struct JSONMediaTypeTests {
    @Test(
        "JSON is taken",
        arguments: [
            "application/json", "APPLICATION/JSON", "application/json; charset=utf-8", "application/json;charset=UTF-8",
            "application/json; charset=\"utf-8\"", "application/merge-patch+json", "application/problem+json; x=y",
            " application/json ", "application/json\t;\tcharset=utf-8",
        ]
    )
    func taken(type: String) { #expect(throws: Never.self) { try JSONMediaType.check(type) } }

    @Test(
        "Anything else is refused",
        arguments: [
            nil, "", "text/plain", "text/json", "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=json",
            "application/jsonp", "application/json-seq", "json", "image/svg+json", "application/json; charset=utf-16",
            "application/json; charset=latin1", ";application/json", "text/plain; application/json",
        ] as [String?]
    )
    func refused(type: String?) {
        #expect(throws: Problem(.unsupportedMediaType, "send the body as application/json")) {
            try JSONMediaType.check(type)
        }
    }
}
