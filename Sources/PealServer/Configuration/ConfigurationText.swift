import PealCore

/// The text of a fresh `peal.yaml`.
struct ConfigurationText {
    let rootKey: String
    let dataDirectory: String
    let catalogsDirectory: String?
    let apps: [(app: AppID, jwtSecret: String)]

    var yaml: String {
        let settings = apps.map { app, secret in
            """
              \(app):
                jwt:
                  # Signs people's tokens (HS256). Your backend needs it; nobody else. Its bytes are the key as they
                  # stand here: it looks like base64, but do not decode it.
                  secret: "\(secret)"
                # Web pages that may call for people.
                origins: []
                # One section for each push service the app uses; docs/operations.md says where to get what.
                # apns:
                #   keyFile: AuthKey_ABCDE12345.p8   # beside this file, as all files
                #   keyId: ABCDE12345
                #   teamId: TEAM123456
                #   bundleId: com.example.\(app)
                # fcm:
                #   credentialsFile: \(app)-service-account.json
                # expo:
                #   enabled: true
                # webpush:
                #   key: "…"                          # the private one of `peal keys vapid`
                #   subject: mailto:push@example.com
            """
        }
        return """
            # Peal's configuration. Every key may also be set in the environment: PEAL_PORT, PEAL_ROOT_KEY_FILE, …
            # A secret may lie in a file of its own: rootKeyFile, jwt.secretFile, apns.keyFile, …

            # Opens everything sealed in the database. Lose it and no device can be reached; leak it and all can be read.
            rootKey: "\(rootKey)"
            host: 127.0.0.1
            port: 8080
            data: "\(dataDirectory)"
            \(catalogsDirectory.map { "catalogs: \"\($0)\"" } ?? "# catalogs: catalogs   # without it, the shipped catalogs are served")

            apps:
            \(settings.joined(separator: "\n"))

            """
    }
}
