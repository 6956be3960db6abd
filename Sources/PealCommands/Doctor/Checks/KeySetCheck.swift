import PealCore
import PealServer

/// Reads the key set of every app that has one at a URL, as the server does.
struct KeySetCheck {
    let probe: KeySetProbe

    func run(_ apps: [AppID: AppConfiguration]) async -> [DoctorFinding] {
        let remarks: [AppID: String?]
        do {
            remarks = try await probe.read(apps)
        } catch {
            return [.fail(.online, "\(error)")]
        }
        var lines: [DoctorFinding] = []
        for (app, remark) in remarks.sorted(by: { $0.key < $1.key }) {
            let section = "apps.\(app).jwt.jwksUrl"
            if let remark {
                lines.append(.fail(.online, "\(section): \(remark)"))
            } else {
                lines.append(.ok(.online, "\(section): the key set can be read"))
            }
        }
        return lines
    }
}
