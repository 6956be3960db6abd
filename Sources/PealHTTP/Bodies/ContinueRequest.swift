/// Asks a connection to tell its client that the body may come (`Expect: 100-continue`).
struct ContinueRequest: Sendable {}
