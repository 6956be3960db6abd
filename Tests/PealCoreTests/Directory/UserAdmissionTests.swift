import Testing

@testable import PealCore

@Suite("Whether a user may call")
struct UserAdmissionTests {
    @Test(
        "depends on erasure, and on when the token was issued",
        arguments: [
            (false, nil, nil, .admitted), (false, nil, 5, .admitted), (false, 10, nil, .revoked),
            (false, 10, 9, .revoked),
            (false, 10, 10, .revoked), (false, 10, 11, .admitted), (true, nil, 5, .erased), (true, 10, 11, .erased),
        ] as [(Bool, Int64?, Int64?, UserAdmission.Verdict)]
    )
    func verdict(isErased: Bool, revoked: Int64?, issued: Int64?, verdict: UserAdmission.Verdict) {
        let admission = UserAdmission(isErased: isErased, tokensRevokedAt: revoked.map { Timestamp(seconds: $0) })
        #expect(admission.verdict(onTokenIssuedAt: issued.map { Timestamp(seconds: $0) }) == verdict)
    }
}
