import PealCore

/// A refused request as Expo words it.
struct ExpoRefusal: Sendable, Equatable {
    var status: Int
    var code: String
    var message: String
    var details: JSONValue?

    var body: [UInt8] {
        var error: [String: JSONValue] = [
            "code": .string(code), "message": .string(message), "isTransient": .bool(status >= 429),
        ]
        if let details { error["details"] = details }
        return JSONText.write(.object(["errors": .array([.object(error)])]))
    }

    static let notJSON = ExpoRefusal(status: 400, code: "VALIDATION_ERROR", message: "The request body is not JSON.")

    static func invalid(_ message: String) -> ExpoRefusal {
        ExpoRefusal(status: 400, code: "VALIDATION_ERROR", message: message)
    }

    static let unauthorized = ExpoRefusal(
        status: 401,
        code: "UNAUTHORIZED",
        message: "Insufficient permissions to send push notifications to the project."
    )

    static let tooManyRequests = ExpoRefusal(
        status: 429,
        code: "TOO_MANY_REQUESTS",
        message: "The rate of notifications for the project has exceeded its limit."
    )

    static func tooMany(_ code: String, limit: Int) -> ExpoRefusal {
        ExpoRefusal(status: 400, code: code, message: "At most \(limit) may be in one request.")
    }

    /// More than one project: the tokens of each.
    static func projects(_ tokens: [String: [String]]) -> ExpoRefusal {
        ExpoRefusal(
            status: 400,
            code: "PUSH_TOO_MANY_EXPERIENCE_IDS",
            message: "All push notification messages in the same request must be for the same project.",
            details: .object(
                Dictionary(
                    uniqueKeysWithValues: tokens.map { ("@sandbox/\($0.key)", .array($0.value.map { .string($0) })) }
                )
            )
        )
    }

    init(status: Int, code: String, message: String, details: JSONValue? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
    }

    /// What a fault asks for.
    init(_ fault: Fault.Answer) {
        let code: String =
            switch fault.status {
            case 401, 403: "UNAUTHORIZED"
            case 429: "TOO_MANY_REQUESTS"
            case 500...: "INTERNAL_SERVER_ERROR"
            default: "VALIDATION_ERROR"
            }
        self.init(status: fault.status, code: fault.reason ?? code, message: "Scripted fault of the sandbox.")
    }
}
