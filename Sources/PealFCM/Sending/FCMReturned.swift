import PealProviderKit

/// A message that has to be sent again, and why.
enum FCMReturned: Sendable {
    /// Its access token was refused.
    case tokenRefused(FCMRequest, BearerToken)
    /// The host does not speak HTTP/2.
    case notHTTP2(FCMRequest)
}
