/// A certificate for `localhost` and 127.0.0.1, valid from 2020 to 2120, and its key: for tests alone.
enum TestCertificate {
    static let certificatePEM = """
        -----BEGIN CERTIFICATE-----
        MIIBaDCCAQ6gAwIBAgICEAEwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxo
        b3N0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAUMRIwEAYDVQQD
        DAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT+tZmT6F1ke/uk
        uH8Vma8Ft1rYuTmcbVTRvIT890PkQH/UNr7MTSslLn251z1SzEQuGYbFSJm5vNND
        ajUYA8w2o04wTDAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGCCWxvY2FsaG9z
        dIcEfwAAATAdBgNVHQ4EFgQUV9/B5DLLD2bAA2wYwVwfVOiSNWgwCgYIKoZIzj0E
        AwIDSAAwRQIhALmZYm4KzNr0VbwZ8KQbcXw5iT8a38Za84uWSAsrSLzjAiAGg9a1
        XSsN6gLCHGphfBjuGgbXQ6MZ2zz84CLQVYW1Vg==
        -----END CERTIFICATE-----
        """

    static let keyPEM = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8+UB2WA30608r9g+
        IqKzvNs1zwXPyYzluoPPZ0HG/KmhRANCAAT+tZmT6F1ke/ukuH8Vma8Ft1rYuTmc
        bVTRvIT890PkQH/UNr7MTSslLn251z1SzEQuGYbFSJm5vNNDajUYA8w2
        -----END PRIVATE KEY-----
        """
}
