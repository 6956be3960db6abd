import PealCore

/// An error as FCM words it.
struct FCMRefusal: Sendable, Equatable {
    var status: Int
    /// Google's canonical status.
    var canonical: String
    var message: String
    /// FCM's own code, when it gives one.
    var errorCode: String?
    /// What is wrong with the request, field by field.
    var violations: [FCMViolation] = []
    /// Its name in the request log.
    var reason: String { errorCode ?? canonical }

    var body: [UInt8] {
        var details: [JSONValue] = []
        if let errorCode {
            details.append(
                .object([
                    "@type": .string("type.googleapis.com/google.firebase.fcm.v1.FcmError"),
                    "errorCode": .string(errorCode),
                ])
            )
        }
        if !violations.isEmpty {
            details.append(
                .object([
                    "@type": .string("type.googleapis.com/google.rpc.BadRequest"),
                    "fieldViolations": .array(
                        violations.map {
                            .object(["field": .string($0.field), "description": .string($0.description)])
                        }
                    ),
                ])
            )
        }
        var error: [String: JSONValue] = [
            "code": .integer(Int64(status)), "message": .string(message), "status": .string(canonical),
        ]
        if !details.isEmpty { error["details"] = .array(details) }
        return JSONText.write(.object(["error": .object(error)]))
    }
}

/// Something wrong with a field of a request.
struct FCMViolation: Sendable, Equatable {
    var field: String
    var description: String
}

extension FCMRefusal {
    static let unauthenticated = FCMRefusal(
        status: 401,
        canonical: "UNAUTHENTICATED",
        message: "Request had invalid authentication credentials. Expected OAuth 2 access token."
    )
    static let forbidden = FCMRefusal(
        status: 403,
        canonical: "PERMISSION_DENIED",
        message: "Permission denied on resource project."
    )
    static let noProject = FCMRefusal(status: 404, canonical: "NOT_FOUND", message: "Requested entity was not found.")
    static let unregistered = FCMRefusal(
        status: 404,
        canonical: "NOT_FOUND",
        message: "Requested entity was not found.",
        errorCode: "UNREGISTERED"
    )
    static let senderMismatch = FCMRefusal(
        status: 403,
        canonical: "PERMISSION_DENIED",
        message: "SenderId mismatch",
        errorCode: "SENDER_ID_MISMATCH"
    )
    static let badToken = FCMRefusal(
        status: 400,
        canonical: "INVALID_ARGUMENT",
        message: "The registration token is not a valid FCM registration token",
        errorCode: "INVALID_ARGUMENT"
    )

    /// A request that is wrong in itself: the fields are named, and there is no code of FCM's own.
    static func malformed(_ violations: [FCMViolation]) -> FCMRefusal {
        FCMRefusal(
            status: 400,
            canonical: "INVALID_ARGUMENT",
            message: violations.first.map { "Invalid value at '\($0.field)': \($0.description)" }
                ?? "Invalid JSON payload",
            violations: violations
        )
    }

    /// The error a fault asks for, in the form FCM gives it.
    init(_ answer: Fault.Answer) {
        let canonical =
            switch answer.status {
            case 400: "INVALID_ARGUMENT"
            case 401: "UNAUTHENTICATED"
            case 403: "PERMISSION_DENIED"
            case 404: "NOT_FOUND"
            case 429: "RESOURCE_EXHAUSTED"
            case 500: "INTERNAL"
            case 503: "UNAVAILABLE"
            default: "UNKNOWN"
            }
        let fcmCodes: Set = [
            "UNSPECIFIED_ERROR", "INVALID_ARGUMENT", "UNREGISTERED", "SENDER_ID_MISMATCH", "QUOTA_EXCEEDED",
            "UNAVAILABLE", "INTERNAL", "THIRD_PARTY_AUTH_ERROR", "APNS_AUTH_ERROR",
        ]
        if let words = answer.reason, words.contains(" ") {
            self.init(
                status: answer.status,
                canonical: canonical,
                message: words,
                errorCode: answer.status == 400 ? canonical : nil
            )
            return
        }
        let isFCMCode = answer.reason.map { fcmCodes.contains($0) } ?? false
        self.init(
            status: answer.status,
            canonical: isFCMCode ? canonical : answer.reason ?? canonical,
            message: "Scripted fault",
            errorCode: isFCMCode ? answer.reason : nil
        )
    }
}
