import Crypto
import PealCore
import Testing

@testable import PealSandbox
@testable import PealWebPush

@Suite("The encryption of a message")
struct MessageEncryptionTests {
    /// RFC 8291, 5 and appendix A.
    private enum Example {
        static let text = Array("When I grow up, I want to be a watermelon".utf8)
        static let auth = "BTBZMqHH6r4Tts7J_aSIgg"
        static let privateKey = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
        static let publicKey =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        static let senderPrivateKey = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        static let senderPublicKey =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
        static let inputKey = "S4lYMb_L0FxCeq0WhDx813KgSYqU26kOyzWUdsXYyrg"
        static let body =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P"
            + "Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    }

    private static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

    private static func example() throws -> (subscription: WebPushSubscription, key: EphemeralKey) {
        let token = #"""
            {"endpoint":"https://push.example.net/x","keys":{"auth":"\#(Example.auth)","p256dh":"\#(Example.publicKey)"}}
            """#
        let key = EphemeralKey(
            privateKey: try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes(Example.senderPrivateKey)),
            salt: try bytes(Example.salt)
        )
        return (try WebPushSubscription(token: token), key)
    }

    @Test("gives RFC 8291's body byte for byte")
    func rfc8291() throws {
        let (subscription, key) = try Self.example()
        #expect(key.publicBytes == (try Self.bytes(Example.senderPublicKey)))
        let body = try MessageEncryption.seal(Example.text, recordLength: 0, for: subscription, with: key)
        #expect(body.count == 144)
        #expect(Base64URL.encode(body) == Example.body)
    }

    @Test("gives RFC 8291's keys to the browser, which reads the body")
    func rfc8291Browser() throws {
        let content = try #require(EncryptedContent(try Self.bytes(Example.body)))
        #expect(content.recordSize == 4096)
        let inputKey = try #require(
            EncryptedContent.inputKey(
                privateKey: try P256.KeyAgreement.PrivateKey(rawRepresentation: Self.bytes(Example.privateKey)),
                publicBytes: try Self.bytes(Example.publicKey),
                auth: try Self.bytes(Example.auth),
                senderBytes: content.keyID
            )
        )
        #expect(Base64URL.encode(inputKey) == Example.inputKey)
        #expect(content.open(inputKey: inputKey) == Example.text)
    }

    @Test(
        "is RFC 8188's",
        arguments: [
            (
                "yqdlZ-tYemfogSmv7Ws5PQ",
                "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg", "", 4096
            ),
            (
                "BO3ZVPxUlnLORbVGMpbT1Q",
                "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA",
                "a1",
                25
            ),
        ]
    )
    func rfc8188(_ inputKey: String, body: String, keyID: String, recordSize: Int) throws {
        let body = try Self.bytes(body)
        let content = try #require(EncryptedContent(body))
        #expect(content.keyID == Array(keyID.utf8))
        #expect(content.recordSize == recordSize)
        #expect(content.open(inputKey: try Self.bytes(inputKey)) == Array("I am the walrus".utf8))
        // Any bit changed, and any end cut off, is noticed.
        for index in 21 + keyID.utf8.count..<body.count {
            var broken = body
            broken[index] ^= 1
            #expect(EncryptedContent(broken)?.open(inputKey: try Self.bytes(inputKey)) == nil)
            #expect(EncryptedContent(Array(body[..<index]))?.open(inputKey: try Self.bytes(inputKey)) == nil)
        }
    }

    @Test("is read by the browser, whatever the length, and fits into 4,096 bytes")
    func roundTrip() throws {
        let (subscription, _) = try Self.example()
        let privateKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: Self.bytes(Example.privateKey))
        let sender = P256.KeyAgreement.PrivateKey()
        var random = SystemRandomNumberGenerator()
        for count in 0...MessageEncryption.textLimit where count < 600 || count % 7 == 0 || count > 3_900 {
            let text = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let length = MessageEncryption.paddedLength(ofText: count)
            let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let key = EphemeralKey(privateKey: sender, salt: salt)
            let body = try MessageEncryption.seal(text, recordLength: length, for: subscription, with: key)
            #expect(body.count == min((count + 256) / 256 * 256, 3994) + 102)
            let content = try #require(EncryptedContent(body))
            let inputKey = try #require(
                EncryptedContent.inputKey(
                    privateKey: privateKey,
                    publicBytes: subscription.publicBytes,
                    auth: subscription.auth,
                    senderBytes: content.keyID
                )
            )
            #expect(content.open(inputKey: inputKey) == text)
        }
    }

    @Test(
        "hides the length in steps of 256 bytes, and never makes more than 4,096",
        arguments: [(0, 256), (255, 256), (256, 512), (511, 512), (3839, 3840), (3840, 3994), (3993, 3994)]
    )
    func padding(_ count: Int, length: Int) {
        #expect(MessageEncryption.paddedLength(ofText: count) == length)
        #expect(MessageEncryption.headerSize + length + 16 <= MessageEncryption.bodyLimit)
    }

    @Test("has a limit of 3,993 bytes")
    func limit() {
        #expect(MessageEncryption.textLimit == 3993)
    }

    @Test("is none when the header is cut", arguments: [0, 16, 20, 21])
    func cutHeader(_ count: Int) {
        #expect(EncryptedContent([UInt8](repeating: 1, count: count)) == nil)
    }
}
