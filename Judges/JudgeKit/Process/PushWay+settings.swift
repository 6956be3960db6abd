package import Foundation

extension PushWay {
    /// What a server has to be set to for an app; files are written into a directory.
    package func settings(of app: String, _ simulator: Simulator, in directory: URL) async throws -> [String: String] {
        let prefix = "PEAL_APPS_\(app.uppercased())_"
        let root = directory.appending(path: "root.pem")
        if self != .fcmHTTP1 { try Data(try await simulator.rootCertificate()).write(to: root) }
        switch self {
        case .fcmHTTP1: return [:]
        case .fcm:
            guard let url = simulator.endpoints["fcmHTTP2"] else {
                throw JudgeError(.notReady, "the simulator does not speak HTTP/2 for FCM")
            }
            return [prefix + "FCM_ENDPOINT": url, prefix + "FCM_CA_FILE": root.path]
        case .apns:
            let credentials = try await simulator.apnsCredentials(app: app)
            let key = directory.appending(path: "\(app).p8")
            try Data((credentials["signingKey"] ?? "").utf8).write(to: key)
            return [
                prefix + "APNS_KEY_FILE": key.path, prefix + "APNS_KEY_ID": credentials["keyId"] ?? "",
                prefix + "APNS_TEAM_ID": credentials["teamId"] ?? "",
                prefix + "APNS_BUNDLE_ID": credentials["bundleId"] ?? "",
                prefix + "APNS_ENDPOINT": simulator.endpoints["apns"] ?? "",
                prefix + "APNS_SANDBOX_ENDPOINT": simulator.endpoints["apnsSandbox"] ?? "",
                prefix + "APNS_CA_FILE": root.path,
            ]
        }
    }
}
