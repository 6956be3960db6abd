import PealCore
import PealCrypto
import Testing

@testable import PealEngine

@Suite("Sealed texts")
struct SealedTextTests {
    private let keyring = Keyring()
    private var encryption: PayloadEncryption { PayloadEncryption(keyring: keyring) }
    private let app: AppID = "shop"

    init() {
        for app in ["shop", "match"] as [AppID] { keyring.install(.generate(), app: app, version: 1) }
    }

    private static func id<Kind: IDKind>(_ number: UInt64, _: Kind.Type = Kind.self) -> ID<Kind> {
        ID(UUIDv7(milliseconds: 1, random: (0, number)))
    }

    private static func recipient(_ number: UInt64, _ body: String) -> DecidedRecipient {
        let content = NotificationContent(
            text: NotificationText(title: body.isEmpty ? "" : "T", body: body),
            link: "/",
            locale: "en"
        )
        let new = NewNotification(
            id: id(number),
            userID: UserID("user-\(number)"),
            decision: Decision(
                inApp: .show,
                push: .suppress(.noDevice),
                priority: .normal,
                isAlert: false,
                trace: Trace()
            ),
            category: "c",
            content: StoredContent(content),
            createdAt: PipelineWorld.start,
            expiresAt: PipelineWorld.start,
            policyVersion: 1,
            alertsOnFailure: false
        )
        return DecidedRecipient(notification: new, content: content)
    }

    private func seal(_ bodies: [String]) throws -> [NewNotification] {
        let decided = bodies.enumerated().map { Self.recipient(UInt64($0) + 1, $1) }
        return try encryption.seal(decided, app: app, ids: IDGenerator { UUIDv7(milliseconds: 2, random: (0, 9)) })
    }

    @Test("What recipients of a page share is sealed once, what one alone reads is sealed on its notification")
    func sharing() throws {
        let sealed = try seal(["all", "own", "all", ""]).map(\.content.text)
        #expect(sealed[0].shared == Self.id(9, ContentKind.self).later && sealed[0] == sealed[2])
        #expect(sealed[1].shared == nil && !sealed[1].bytes.isEmpty)
        #expect(sealed[3] == SealedText())
        #expect(try seal(["all"])[0].content.text.shared == nil)
    }

    @Test("Texts open for the notification they belong to, and nowhere else")
    func columns() throws {
        let sealed = try seal(["all", "own", "all"])
        #expect(try encryption.text(of: sealed[0].content, sealed[2].id, app: app).body == "all")
        let own = sealed[1].content
        #expect(try encryption.text(of: own, sealed[1].id, app: app).body == "own")
        #expect(throws: CryptoError.self) { try encryption.text(of: own, sealed[0].id, app: app) }
        #expect(throws: CryptoError.self) { try encryption.text(of: own, sealed[1].id, app: "match") }
        var moved = sealed[0].content
        moved.text.shared = Self.id(7)
        #expect(throws: CryptoError.self) { try encryption.text(of: moved, sealed[0].id, app: app) }
        moved.text = SealedText(bytes: own.text.bytes, digest: own.text.bytes)
        #expect(throws: CryptoError.self) { try encryption.digestText(of: moved, sealed[1].id, app: app) }
    }

    @Test("A digest says its own words on the push, over those of its notification")
    func digest() throws {
        var content = try seal(["own"])[0].content
        let id: NotificationID = Self.id(1)
        #expect(try encryption.digestText(of: content, id, app: app) == nil)
        content.text.digest = try encryption.seal(DigestText(title: "Shop", body: "3 new"), digestOf: id, app: app)
        #expect(try encryption.digestText(of: content, id, app: app)?.body == "3 new")
        #expect(try encryption.text(of: content, id, app: app).body == "own")
        #expect(try encryption.seal(nil, digestOf: id, app: app) == nil)
    }

    @Test("The details of a user open for the user they belong to, and nowhere else")
    func details() throws {
        let details = PersonalDetails(name: "Ann", attributes: ["level": .integer(3)])
        var user = User(id: "ann", createdAt: PipelineWorld.start, updatedAt: PipelineWorld.start)
        #expect(try encryption.details(of: user, app: app) == PersonalDetails())
        user.sealedDetails = try encryption.seal(details, of: "ann", app: app)
        #expect(try encryption.details(of: user, app: app) == details)
        #expect(throws: CryptoError.self) { try encryption.details(of: user, app: "match") }
        user.id = "ben"
        #expect(throws: CryptoError.self) { try encryption.details(of: user, app: app) }
        #expect(try encryption.seal(PersonalDetails(), of: "ann", app: app).isEmpty)
    }
}

extension ContentID {
    /// The same number, made at the instant of the tests' generator.
    fileprivate var later: ContentID { ContentID(UUIDv7(milliseconds: 2, random: (0, 9))) }
}
