import HTTPTypes

extension HTTPField.Name {
    /// Names are checked here once; every one of them is a valid token.
    private static func named(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .userAgent }

    static let idempotencyKey = named("Idempotency-Key")
    static let idempotencyReplayed = named("Idempotency-Replayed")
    static let requestID = named("X-Request-Id")
    static let traceParent = named("traceparent")
    static let rateLimit = named("RateLimit")
    static let rateLimitPolicy = named("RateLimit-Policy")
    static let forwardedFor = named("X-Forwarded-For")
    static let forwardedHost = named("X-Forwarded-Host")
    static let forwarded = named("Forwarded")
    static let crossOriginResourcePolicy = named("Cross-Origin-Resource-Policy")
    static let accelBuffering = named("X-Accel-Buffering")
    static let lastEventID = named("Last-Event-ID")
    static let pealDevice = named("Peal-Device")
    static let pealClientTime = named("Peal-Client-Time")
    static let referrerPolicy = named("Referrer-Policy")
}
