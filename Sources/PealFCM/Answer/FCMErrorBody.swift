import FoundationEssentials
import PealCore

/// The parts of an error answer that decide; empty when the body is something else, such as a page of HTML.
struct FCMErrorBody {
    /// FCM's own code.
    var errorCode: String?
    /// Google's canonical status.
    var status: String?
    /// Whether it says that the registration token is wrong, not the message.
    var isAboutToken = false
    /// Whether a quota of one device is used up, not the project's.
    var isAboutDevice = false
    /// Whether it says that the message is larger than FCM, or the service that it hands on to, takes.
    private var isAboutSize = false

    /// What a refusal of the request is about, when it is not the token.
    var refusedScope: RejectionScope { isAboutSize ? .size : .message }

    init(_ body: [UInt8]) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(body)),
            let error = value.object?["error"]?.object
        else { return }
        status = error["status"]?.string
        isAboutSize = error["message"]?.string.map(Self.namesSize) ?? false
        if error["message"]?.string?.lowercased().contains("registration token") == true { isAboutToken = true }
        for detail in (error["details"]?.array ?? []).prefix(20) {
            guard let members = detail.object, let kind = members["@type"]?.string else { continue }
            if kind.hasSuffix("google.firebase.fcm.v1.FcmError") {
                errorCode = members["errorCode"]?.string
            } else if kind.hasSuffix("google.rpc.BadRequest") {
                let violations = (members["fieldViolations"]?.array ?? []).compactMap(\.object)
                let fields = violations.compactMap { $0["field"]?.string }
                if violations.contains(where: { $0["description"]?.string.map(Self.namesSize) ?? false }) {
                    isAboutSize = true
                }
                // What names the message as well cannot be blamed on the token alone.
                isAboutToken = !fields.isEmpty && fields.allSatisfy { $0 == "message.token" || $0 == "message.fid" }
            } else if kind.hasSuffix("google.rpc.QuotaFailure") {
                isAboutDevice = (members["violations"]?.array ?? []).contains { violation in
                    [violation.object?["subject"], violation.object?["description"]].contains {
                        $0?.string?.lowercased().contains("device") == true
                    }
                }
            }
        }
    }

    /// Google says it in words only, such as "Android message is too big" and "Request payload size exceeds the limit".
    private static func namesSize(_ text: String) -> Bool {
        let text = text.lowercased()
        return ["too big", "too large", "too long", "size limit"].contains { text.contains($0) }
            || text.contains("size") && text.contains("exceed")
    }
}
