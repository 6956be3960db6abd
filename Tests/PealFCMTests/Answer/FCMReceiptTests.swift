import Testing

@testable import PealFCM

@Suite("The name of an accepted message")
struct FCMReceiptTests {
    @Test(
        "is read from an object that has one, and from nothing else",
        arguments: [
            (#"{"name":"projects/p/messages/1"}"#, "projects/p/messages/1"), ("{ \n\t\"name\" : \"a\"\r }\n", "a"),
            (#"{"name":"a\u002fb"}"#, "a/b"), (#"{"name":"a","more":{"name":"b"}}"#, "a"),
            (#"{"name":null,"x":1}"#, nil), (#"{"name":"a""#, nil), (#"["name","a"]"#, nil), (#"{"name" "a"}"#, nil),
            (#"{"other":"a"}"#, nil), (#"{"name":""}"#, nil), ("", nil),
        ] as [(String, String?)]
    )
    func name(_ body: String, _ expected: String?) { #expect(FCMReceipt.name(in: Array(body.utf8)) == expected) }
}
