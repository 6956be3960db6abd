import NIOHPACK
import PealCore

/// What becomes of a request.
enum APNsEnding {
    case answer(APNsReply)
    /// The answer breaks off in its middle.
    case truncated(APNsReply)
    /// The connection is dropped.
    case dropped
    /// The server says goodbye, and does not process this request nor later ones.
    case goodbye(reason: String)
    /// The connection answers nothing any more.
    case silence
}

/// An answer of APNs.
struct APNsReply {
    var status: Int
    var id: String
    /// Only in the development environment.
    var uniqueID: String?
    var retryAfter: String?
    var body: [UInt8] = []

    /// The push is taken.
    init(id: String, uniqueID: String?) {
        status = 200
        self.id = id
        self.uniqueID = uniqueID
    }

    /// A refusal: `timestamp` (in milliseconds) stands with 410 alone.
    init(status: Int, reason: String, id: String, now: Timestamp) {
        self.status = status
        self.id = id
        var members: [String: JSONValue] = ["reason": .string(reason)]
        if status == 410 { members["timestamp"] = .integer(now.milliseconds) }
        body = JSONText.write(.object(members))
    }

    var headers: HPACKHeaders {
        var headers = HPACKHeaders()
        headers.add(name: ":status", value: status == 200 ? "200" : String(status))
        headers.add(name: "apns-id", value: id, indexing: .nonIndexable)
        if let uniqueID { headers.add(name: "apns-unique-id", value: uniqueID, indexing: .nonIndexable) }
        if let retryAfter { headers.add(name: "retry-after", value: retryAfter) }
        return headers
    }
}
