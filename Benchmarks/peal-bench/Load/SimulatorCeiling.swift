import JWTKit
import JudgeKit
import PealCore
import PealWire

/// How many pushes a second a bare client gets through the simulator: the bound of anything that sends over HTTP.
struct SimulatorCeiling {
    let simulator: Simulator
    let caller: HTTPCaller
    let concurrency: Int
    let project = "ceiling"

    func requestsPerSecond(seconds: Double = 3) async throws -> Double {
        let account = try JSONParser.parse(try await simulator.serviceAccount(project: project)).object ?? [:]
        let bearer = try await accessToken(account)
        guard let token = try await simulator.tokens(1, project: project).first else { return 0 }
        let body = message(to: token)
        let url = "\(simulator.url)/v1/projects/\(project)/messages:send"
        let headers = [("Authorization", "Bearer \(bearer)")]
        try await caller.call("POST", url, headers: headers, bytes: body).expect(200)
        let watch = Stopwatch()
        let sent = try await ConcurrentWork.map(0..<concurrency, atOnce: concurrency) { _ in
            var count = 0
            while watch.seconds < seconds {
                try await caller.call("POST", url, headers: headers, bytes: body).expect(200)
                count += 1
            }
            return count
        }
        return Double(sent.reduce(0, +)) / watch.seconds
    }

    /// Trades a signed statement for an access token, as every client must (RFC 7523).
    private func accessToken(_ account: [String: JSONValue]) async throws -> String {
        guard let pem = account["private_key"]?.string, let email = account["client_email"]?.string,
            let audience = account["token_uri"]?.string
        else { throw JudgeError(.unexpectedAnswer, "the service account lacks private_key, client_email or token_uri") }
        let keys = JWTKeyCollection()
        await keys.add(rsa: try Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: .sha256)
        let now = Stopwatch.wallClock.seconds
        let assertion = try await keys.sign(
            Claims(
                iss: email,
                scope: "https://www.googleapis.com/auth/firebase.messaging",
                aud: audience,
                iat: now,
                exp: now + 3600
            )
        )
        let grant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
        let answer = try await caller.call(
            "POST",
            audience,
            headers: [("content-type", "application/x-www-form-urlencoded")],
            bytes: Array("grant_type=\(grant)&assertion=\(assertion)".utf8)
        ).expect(200)
        guard let token = try answer.json().object?["access_token"]?.string else {
            throw JudgeError(.unexpectedAnswer, "the simulator gave no access token")
        }
        return token
    }

    /// As long as what the server sends.
    private func message(to token: String) -> [UInt8] {
        let peal = """
            {"v":1,"op":"show","id":"ntf_0190f2c0000070008000000000000001","type":"assigned","category":"reportStatus",\
            "entity":"report/r1","thread":"report/r1","link":"/reports/r1","badge":1,"badgeVersion":1,"actions":[],\
            "sentAt":"2026-11-20T10:00:00.000Z"}
            """
        let notification: JSONValue = .object([
            "title": .string("Update on your report"),
            "body": .string("Your report 'Broken lamp' has been assigned to a team and is being reviewed."),
        ])
        let android: JSONValue = .object([
            "priority": .string("NORMAL"), "ttl": .string("3600s"),
            "notification": .object([
                "channel_id": .string("report-status"), "sound": .string("default"),
                "tag": .string("0190f2c0000070008000000000000001"), "notification_count": .integer(1),
            ]),
        ])
        let message: JSONValue = .object([
            "message": .object([
                "token": .string(token), "notification": notification, "data": .object(["peal": .string(peal)]),
                "android": android,
            ])
        ])
        return JSONWriter.bytes { $0.value(message) }
    }

    private struct Claims: JWTPayload {
        var iss: String
        var scope: String
        var aud: String
        var iat: Int64
        var exp: Int64

        func verify(using _: some JWTAlgorithm) throws {}
    }
}
