/// URLs that try to reach this machine or its neighbours; `PORT` stands for a port something listens on here.
enum HostileURLs {
    static let all: [String] =
        addresses.map { "https://\($0):PORT/wp/x" } + addresses.map { "https://\($0)/" }
        + names.map { "https://\($0):PORT/wp/x" } + whole

    /// This machine and its neighbours, in every notation some reader takes for an address.
    private static let addresses = [
        "127.0.0.1", "127.0.1.1", "127.255.255.254", "127.1", "127.0.1", "127.000.000.001", "0177.0.0.1", "0177.0.0.01",
        "0177.1", "017700000001", "0x7f.0.0.1", "0x7f.1", "0x7f000001", "0X7F000001", "0x7F.0x0.0x0.0x1", "2130706433",
        "02130706433", "4294967295", "0", "0.0", "0.0.0.0", "00000000", "0x0", "0x00000000", "1", "256", "16777343",
        "3232235521", "0xc0a80001", "0300.0250.0.1", "192.168.0.1", "192.168.1", "10.0.0.1", "10.1", "012.0.0.1",
        "0xa.0.0.1", "172.16.0.1", "172.31.255.255", "169.254.169.254", "0251.0376.0251.0376", "0xa9fea9fe",
        "2852039166", "100.64.0.1", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
        "224.0.0.1",
        "239.1.1.1", "255.255.255.255", "240.0.0.1", "127.0.0.1.", "127.1.", "2130706433.", "127.0.0.1..", "999.1.1.1",
        "1.2.3.4.5", "8.8.8.8", "127.0.0.256", "-127.0.0.1", "127。0。0。1", "127．0．0．1", "①②⑦.⓪.⓪.①", "１２７.0.0.1",
        "0x7f.0.0.0x1", "127.0.0.0x1", "a.b.1", "foo.0x1", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[0000::0001]",
        "[::127.0.0.1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[::FFFF:10.0.0.1]",
        "[::ffff:169.254.169.254]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "[2001:0:1::1]", "[fe80::1]",
        "[fe80::1%25eth0]", "[fe80::1%eth0]", "[::1%25lo]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]",
        "[2001:db8::1]",
        "[100::1]", "[::1]x", "[::1", "::1", "[127.0.0.1]", "[v1.127]", "[]", "[2606:4700:4700::1111]",
        "%31%32%37.0.0.1",
        "127%2e0%2e0%2e1", "%6c%6f%63%61lhost", "127.0.0.1%00.example.com", "127.0.0.1%2523",
    ]

    /// Names: here every one resolves to this machine, as any name can.
    private static let names = [
        "localhost", "LOCALHOST", "localhost.", "localhost.localdomain", "ip6-localhost", "sub.localhost", "loopback",
        "broadcasthost", "localtest.me", "lvh.me", "127.0.0.1.nip.io", "7f000001.nip.io", "www.127.0.0.1.sslip.io",
        "spoofed.burpcollaborator.net", "metadata.google.internal", "metadata", "instance-data.ec2.internal",
        "kubernetes.default.svc", "host.docker.internal", "gateway.docker.internal", "router.local", "printer.lan",
        "intranet", "intranet.", "fcm.googleapis.com", "fcm.googleapis.com.", "fcm.googleapis.com.evil.example",
        "fcm.googleapis.com-evil.example", "web.push.apple.com", "updates.push.services.mozilla.com", "a..b",
        ".example.com", "example..com", "-a.example", "a-.example", "a_b.example", "ex%61mple.com", "example.com%00",
        "example.com%2f", "exаmple.com", "xn--exmple-4nf.com", "ｅxample.com", "loc\u{AD}alhost", "localhost\u{200B}",
        "local\u{3002}host", "example.com,127.0.0.1", "example.com;127.0.0.1", "example.com&@127.0.0.1", "a b.example",
        "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "ℓocalhost", "xn--localhost-.example", "1.example", "a.example",
    ]

    /// Tricks with the other parts of a URL.
    private static let whole = [
        "", " ", "https", "https:", "https:/", "https://", "https:///", "https:///127.0.0.1:PORT/",
        "https:127.0.0.1:PORT/",
        "https:/127.0.0.1:PORT/", "//127.0.0.1:PORT/", "/wp/x", "127.0.0.1:PORT", "http://127.0.0.1:PORT/",
        "http://example.com:PORT/", "HTTP://127.0.0.1:PORT/", "ftp://127.0.0.1:PORT/", "file:///etc/passwd",
        "file://127.0.0.1/etc/passwd", "gopher://127.0.0.1:PORT/_x", "dict://127.0.0.1:PORT/", "ldap://127.0.0.1:PORT/",
        "tftp://127.0.0.1:PORT/", "jar:https://127.0.0.1:PORT/!/", "data:text/plain,x", "javascript:alert(1)",
        "http+unix://%2Fvar%2Frun%2Fdocker.sock/", "https+unix://%2Ftmp%2Fx/", "unix:///var/run/docker.sock",
        "ws://127.0.0.1:PORT/", "wss://127.0.0.1:PORT/", "https://user@example.com:PORT/",
        "https://user:password@example.com:PORT/", "https://@127.0.0.1:PORT/", "https://example.com@127.0.0.1:PORT/",
        "https://example.com:443@127.0.0.1:PORT/", "https://127.0.0.1:PORT@example.com/",
        "https://example.com%40127.0.0.1:PORT/", "https://example.com#@127.0.0.1:PORT/",
        "https://127.0.0.1:PORT#@example.com/", "https://example.com:PORT/#", "https://example.com:PORT/#x",
        "https://example.com\\@127.0.0.1:PORT/", "https://example.com\\.127.0.0.1:PORT/", "https:\\\\127.0.0.1:PORT\\",
        "https:/\\127.0.0.1:PORT/", "https://example.com:PORT\\wp", "https://example.com:PORT/\\..\\x",
        " https://127.0.0.1:PORT/", "https://127.0.0.1:PORT/ ", "\thttps://127.0.0.1:PORT/",
        "https://127.0.0.1:PORT/\n",
        "ht\ntps://127.0.0.1:PORT/", "https://exam\nple.com:PORT/", "https://exam\tple.com:PORT/",
        "https://example.com:PORT/\r\nHost: 127.0.0.1", "https://example.com:PORT/%0d%0aHost:%20127.0.0.1",
        "https://example.com:PORT/%00", "https://example.com:PORT/\u{0}", "https://example.com:PORT/%",
        "https://example.com:PORT/%a", "https://example.com:PORT/%+1", "https://example.com:PORT/ä",
        "https://example.com:PORT/\u{202E}", "https://example.com:PORT/<x>", "https://example.com:PORT/\"x\"",
        "https://example.com:PORT/{x}", "https://example.com:PORT/|", "https://example.com:PORT/^",
        "https://example.com:PORT/`id`", "https://example.com:PORT/[x]", "https://example.com:0/",
        "https://example.com:00443/", "https://example.com:443443/", "https://example.com:65536/",
        "https://example.com:-1/", "https://example.com:+443/", "https://example.com:4 43/", "https://example.com:４４３/",
        "https://example.com:443:PORT/", "https://example.com:/", "https://example.com::443/",
        "https://example.com:22/",
        "https://example.com:25/", "https://example.com:6379/", "https://example.com:0x1bb/", "https://:PORT/",
        "https://:@:PORT/", "https://?@127.0.0.1:PORT/", "https://?127.0.0.1:PORT/", "https://#127.0.0.1:PORT/",
        "https://[::1]@example.com:PORT/", "https://example.com[::1]:PORT/", "https://[example.com]:PORT/",
        "https://[::1]:PORT:443/", "https://[::ffff:127.0.0.1]:PORT@example.com/",
        "https://\(String(repeating: "a.", count: 130))example:PORT/",
        "https://\(String(repeating: "a", count: 64)).example:PORT/",
        "https://example.com:PORT/\(String(repeating: "a", count: 2100))",
    ]
}
