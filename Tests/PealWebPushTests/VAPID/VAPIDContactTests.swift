import Testing

@testable import PealWebPush

@Suite("The contact of a VAPID token")
struct VAPIDContactTests {
    @Test(
        "has an obstacle where no push service can reach it",
        arguments: [
            "mailto:push@localhost", "https://127.0.0.1", "https://localhost:8080/contact", "mailto:push@server.local",
            "mailto:push@mail.internal", "mailto:push@example.com", "mailto:push@mail.example.org",
            "https://example.net",
            "mailto:push@intranet", "https://[::1]/", "https://10.0.0.7:8443", "mailto:push@192.168.1.2",
            "https://nas.lan",
            "mailto:push@host.localdomain", "mailto:push@app.test", "mailto:push@a.invalid", "https://router.home.arpa",
            "mailto:push@LOCALHOST", "mailto:push@server.Local.", "mailto:push@a.b",
            "mailto:push@mail.corp?subject=push",
        ]
    )
    func unreachable(_ text: String) { #expect(VAPIDContact(text)?.obstacle != nil) }

    @Test(
        "is taken where it is an address of the internet",
        arguments: [
            "mailto:push@verein.de", "https://status.verein.de/contact", "mailto:push@localhost.run",
            "https://local.org",
            "mailto:push@internal.io", "https://example.community", "mailto:push@my-example.com",
            "mailto:push@a.b.co.uk",
            "mailto:push@xn--mnchen-3ya.de", "https://verein.de:8443/x", "mailto:push@test.de?subject=push",
            "https://1und1.de",
        ]
    )
    func taken(_ text: String) {
        let contact = VAPIDContact(text)
        #expect(contact != nil && contact?.obstacle == nil, "\(contact?.obstacle ?? "none")")
    }

    @Test(
        "is refused without a scheme, or with nothing behind it",
        arguments: [
            "push@verein.de", "verein.de", "http://verein.de", "mailto:", "mailto:verein.de", "https://", "",
            "mailto:a@b@c",
        ]
    )
    func refused(_ text: String) { #expect(VAPIDContact(text) == nil) }
}
