import PealWire

/// Why a call was not authenticated: the label of its counter.
enum CredentialFault: String, Sendable, CaseIterable {
    case missing
    case malformed
    case unknownKey = "unknown-key"
    case expiredKey = "expired-key"
    case testKey = "test-key"
    case token
    case deviceKey = "device-key"
    case actionToken = "action-token"
    /// The token's keys cannot be read from their URL: it is neither accepted nor refused.
    case keysUnavailable = "keys-unavailable"
    case expired
    case erased
    case revoked
    case ticket
    case pageSession = "page-session"

    /// The reason behind an answer, and what the caller is told.
    struct Failure: Error, Equatable {
        let fault: CredentialFault
        let problem: Problem

        init(_ fault: CredentialFault, _ detail: String) {
            self.fault = fault
            problem = Problem(.unauthenticated, detail)
        }

        init(_ fault: CredentialFault, _ problem: Problem) {
            self.fault = fault
            self.problem = problem
        }
    }
}
