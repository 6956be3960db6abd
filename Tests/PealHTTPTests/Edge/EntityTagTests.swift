import Testing

@testable import PealHTTP

@Suite("Entity tags")
struct EntityTagTests {
    private let tag = EntityTag(text: "\"a1b2\"")

    @Test(
        "are known with what a proxy that compresses adds to them",
        arguments: [
            "\"a1b2\"", "W/\"a1b2\"", "*", "\"a1b2-gzip\"", "W/\"a1b2-br\"", "\"a1b2--gzip\"", "\"a1b2;gzip\"",
            "\"a1b2-deflate\"", "W/\"a1b2-zstd\"", "\"a1b2-GZIP\"", "\"a1b2-x-gzip\"", "\"x\", W/\"a1b2-gzip\"",
            "\"a1b2-brotli\" , \"y\"",
        ]
    )
    func known(header: String) { #expect(tag.isKnown(header)) }

    @Test(
        "are not known by another text",
        arguments: [
            nil, "", "\"a1b3\"", "\"a1b2-\"", "\"a1b2gzip\"", "\"a1b2-x\"", "\"a1b2-gzip", "a1b2-gzip", "\"a1b\"",
            "\"a1b2-gzip-x\"",
            "\"x-gzip\"", "W/a1b2", "w/\"a1b2\"", "\"a1b22-gzip\"", "\"-gzip\"", "\"a1b2\"-gzip",
        ] as [String?]
    )
    func unknown(header: String?) { #expect(!tag.isKnown(header)) }
}
