package import PealCore

/// The push service of a load run, and the protocol it is spoken to in.
package enum PushWay: String, CaseIterable, Sendable {
    /// FCM over TLS and HTTP/2, as Google serves it.
    case fcm
    /// FCM in the clear over HTTP/1.1: what servers older than our own HTTP/2 client can be measured with.
    case fcmHTTP1 = "fcm-http1"
    case apns

    /// The push service.
    package var provider: ProviderID { self == .apns ? .apns : .fcm }
    /// What its phones run.
    package var platform: Platform { self == .apns ? .ios : .android }
}
