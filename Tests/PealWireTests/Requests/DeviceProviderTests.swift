import PealCore
import PealWire
import Testing

@Suite("What a device says of its push service")
struct DeviceProviderTests {
    private static let subscription = #""subscription":{"endpoint":"https://p/x","keys":{"p256dh":"a","auth":"b"}}"#

    @Test(
        "is answered with the names of the installation",
        arguments: [
            (
                #"{"provider":"sms","token":"a","platform":"ios"}"#,
                #"must be one of "apns", "fcm", "expo", "webpush""#
            ),
            (#"{"provider":"fcm","token":"a",\#(subscription),"platform":"ios"}"#, "is only allowed with webpush"),
            (
                #"{"provider":"webpush","token":"a",\#(subscription),"platform":"web"}"#,
                "is not allowed with webpush: send the subscription"
            ),
            (
                #"{"provider":"apns","token":"a","platform":"ios","environment":"staging"}"#,
                #"must be "production" or "sandbox""#
            ),
        ]
    )
    func messages(text: String, message: String) {
        let problem = #expect(throws: Problem.self) { try DeviceBody.read(text) }
        #expect(problem?.errors.map(\.detail) == [message])
    }

    @Test("decides whether its token is read in one case", arguments: [("apns", "ab"), ("fcm", "aB"), ("expo", "aB")])
    func letters(provider: String, token: String) throws {
        let body = try DeviceBody.read(
            #"{"provider":"\#(provider)","token":"aB","platform":"ios","environment":"production"}"#
        )
        #expect(body.token == token)
        #expect(!body.isSubscription)
    }

    @Test("may be a push service that others do not have")
    func other() throws {
        var rules = ReadingRules.backend
        let radio = ProviderTraits(id: ProviderID(rawValue: "radio"), name: "Radio", address: .subscription)
        rules.providers = Providers([radio])
        let body = try DeviceBody.read(#"{"provider":"radio",\#(Self.subscription),"platform":"ios"}"#, rules)
        #expect(body.provider == radio.id)
        #expect(body.isSubscription)
        #expect(DeviceBody.pointers(#"{"provider":"fcm","token":"a","platform":"ios"}"#, rules) == ["/provider"])
    }
}
