import Testing

@testable import PealSandbox

@Suite("Tokens that simulators give out")
struct IssuedTokenTests {
    static let serials: [UInt64] = [0, 1, 62, 1 << 32, .max]

    @Test("of FCM are known to their project again, by another simulator too", arguments: serials)
    func fcm(serial: UInt64) {
        let token = RegistrationTokens().issue(project: "demo", serial: serial)
        #expect(RegistrationTokens().status(of: token, project: "demo") == .valid)
        #expect(RegistrationTokens().status(of: token, project: "other") == .unknown)
        #expect(RegistrationTokens().status(of: token + "0", project: "demo") == .unknown)
        #expect(token != RegistrationTokens().issue(project: "demo", serial: serial ^ 1))
    }

    @Test("of FCM's installations are known to their project again", arguments: serials)
    func installation(serial: UInt64) {
        let id = RegistrationTokens().issueInstallation(project: "demo", serial: serial)
        #expect(id.utf8.count == 22)
        #expect(RegistrationTokens().status(of: .installation(id), project: "demo") == .valid)
        #expect(RegistrationTokens().status(of: .installation(id), project: "other") == .unknown)
        #expect(RegistrationTokens().status(of: .installation(id + "A"), project: "demo") == .malformed)
    }

    @Test("of APNs are known to their app and environment again", arguments: serials)
    func apns(serial: UInt64) {
        let tokens = APNsDeviceTokens()
        let token = tokens.issue(app: "demo", environment: .production, serial: serial)
        #expect(token.utf8.count == 64)
        #expect(tokens.status(of: token, app: "demo", environment: .production) == .valid)
        #expect(tokens.status(of: token.uppercased(), app: "demo", environment: .production) == .valid)
        #expect(tokens.status(of: token, app: "other", environment: .production) == .foreignApp)
        #expect(tokens.status(of: token, app: "demo", environment: .sandbox) == .foreignEnvironment)
    }

    @Test("of Expo are known to their project again", arguments: serials)
    func expo(serial: UInt64) {
        let token = ExpoPushTokens.issue(project: "demo", serial: serial)
        let mark = ExpoPushTokens.mark(of: "demo")
        #expect(ExpoPushTokens.status(of: token) == .valid(project: mark))
        #expect(ExpoPushTokens.status(of: token.replacing("Exponent", with: "Expo")) == .valid(project: mark))
        #expect(ExpoPushTokens.mark(of: "other") != mark)
    }

    @Test("of browsers are known to their app again, with the same keys")
    func browser() throws {
        let id = BrowserSubscriptions().issue(app: "demo", senderKey: [1, 2, 3], serial: 7)
        let browsers = BrowserSubscriptions()
        let browser = try #require(browsers.browser(app: "demo", id: id))
        #expect(browser.senderMark == BrowserSubscriptions.mark(of: [1, 2, 3]))
        #expect([browser.publicBytes.count, browser.auth.count] == [65, 16])
        let again = try #require(BrowserSubscriptions().browser(app: "demo", id: id))
        #expect([again.publicBytes, again.auth] == [browser.publicBytes, browser.auth])
        #expect(browsers.browser(app: "other", id: id) == nil)
        #expect(browsers.browser(app: "demo", id: String(id.dropLast())) == nil)
    }

    @Test(
        "of FCM are told from what is no token",
        arguments: [
            ("", RegistrationTokens.TokenStatus.malformed), (String(repeating: "a", count: 31), .malformed),
            (String(repeating: "a", count: 32), .unknown), (String(repeating: "a", count: 4_096), .unknown),
            (String(repeating: "a", count: 4_097), .malformed), (String(repeating: "ä", count: 32), .malformed),
            (String(repeating: "a", count: 32) + " ", .malformed), (String(repeating: "a", count: 43), .unknown),
        ]
    )
    func fcmForms(token: String, status: RegistrationTokens.TokenStatus) {
        #expect(RegistrationTokens().status(of: token, project: "demo") == status)
    }

    @Test(
        "of APNs are told from what is no token",
        arguments: [
            ("", APNsDeviceTokens.TokenStatus.malformed), ("abcdef", .malformed), ("abcdef0", .malformed),
            ("abcdef01", .unknown), (String(repeating: "0", count: 512), .unknown),
            (String(repeating: "0", count: 514), .malformed), ("abcdefgh", .malformed), ("ábcdef01", .malformed),
        ]
    )
    func apnsForms(token: String, status: APNsDeviceTokens.TokenStatus) {
        #expect(APNsDeviceTokens().status(of: token, app: "demo", environment: .production) == status)
    }

    @Test(
        "of Expo are told from what is no token",
        arguments: [
            ("", ExpoPushTokens.TokenStatus.malformed), ("ExponentPushToken[]", .malformed),
            ("ExponentPushToken[x", .malformed), ("exponentpushtoken[x]", .malformed),
            ("ExponentPushToken[x]", .unknown),
            ("ExpoPushToken[AAAAAAAAAAAAAAAAAAAAAA]", .unknown),
            ("ExponentPushToken[\(String(repeating: "a", count: 237))]", .unknown),
            ("ExponentPushToken[\(String(repeating: "a", count: 238))]", .malformed),
            ("F5741A13-BCDA-434B-A316-5DC0E6FFA94F", .unknown), ("F5741A13-BCDA-434B-A316-5DC0E6FFA94", .malformed),
        ]
    )
    func expoForms(token: String, status: ExpoPushTokens.TokenStatus) {
        #expect(ExpoPushTokens.status(of: token) == status)
    }

    @Test(
        "belong to projects with small letters, digits and hyphens",
        arguments: [
            ("a", true), ("demo-1", true), (String(repeating: "a", count: 100), true),
            (String(repeating: "a", count: 101), false), ("", false), ("Demo", false), ("de_mo", false),
            ("../x", false),
            ("dämo", false),
        ]
    )
    func project(name: String, isValid: Bool) { #expect(ProjectName.isValid(name) == isValid) }
}
