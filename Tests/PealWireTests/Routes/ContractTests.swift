import PealCore
import PealWire
import Testing

@Suite("The contract")
struct ContractTests {
    @Test("openapi.yaml and the routes name the same calls")
    func sameCalls() throws {
        let documented = Set(try ContractText.operations.get().keys)
        let served = Set(APIRoutes.all.map { "\($0.method.rawValue) \($0.path)" })
        #expect(served.count == APIRoutes.all.count)
        #expect(documented.subtracting(served).sorted() == [])
        #expect(served.subtracting(documented).sorted() == [])
    }

    @Test("openapi.yaml names the query parameters that a call reads, and no other", arguments: APIRoutes.all)
    func query(route: APIRoute) throws {
        let operation = try #require(try ContractText.operations.get()["\(route.method.rawValue) \(route.path)"])
        #expect(operation.query.sorted() == route.query.sorted())
    }

    @Test("openapi.yaml names the credentials that a call takes", arguments: APIRoutes.all)
    func credentials(route: APIRoute) throws {
        let operation = try #require(try ContractText.operations.get()["\(route.method.rawValue) \(route.path)"])
        let taken: Set<String> =
            switch route.access {
            case .open, .sandbox: []
            case .backend: ["secretKey"]
            case .userOrBackend: ["personToken", "secretKey"]
            case .userDeviceOrBackend: ["personToken", "secretKey", "deviceKey"]
            case .userActionOrBackend: ["personToken", "secretKey", "actionToken"]
            // A ticket is a parameter of the query.
            case .userOrAnyone, .endUser, .userOrTicket: ["personToken"]
            }
        #expect(operation.credentials == taken)
    }

    @Test("openapi.yaml names every status that the way to a call can end in", arguments: APIRoutes.all)
    func documentedStatuses(route: APIRoute) throws {
        let operation = try #require(try ContractText.operations.get()["\(route.method.rawValue) \(route.path)"])
        let ofAccess: Set<Int> =
            switch route.access {
            case .open: []
            case .sandbox: [404, 422]
            case .backend, .userOrBackend, .userDeviceOrBackend, .userActionOrBackend, .userOrAnyone, .endUser,
                .userOrTicket:
                [401, 403, 422, 429, 503]
            }
        let ofBody: Set<Int> = route.bodyLimit == nil ? [] : [400, 408, 413, 415, 422, 503]
        #expect(ofAccess.union(ofBody).subtracting(operation.statuses).sorted() == [])
    }

    static let methods: [(String, [String])] = [
        ("/api/v1/triggers", ["DELETE", "GET", "POST"]), ("/api/v1/triggers/trg_1", ["DELETE", "GET", "PATCH"]),
        ("/api/v1/triggers/bulk", ["POST"]), ("/api/v1/notifications/seen", ["POST"]),
        ("/api/v1/notifications/ntf_1", ["DELETE"]), ("/api/v1/notifications/ntf_1/read", ["PATCH", "POST"]),
        ("/api/v1/users/me/devices", ["GET"]), ("/healthz", ["GET"]), ("/", []), ("/nowhere", []),
        ("/api/v1/triggers/a/b", []),
    ]

    @Test("a path knows its methods, and a written-out segment wins", arguments: methods)
    func allowed(path: String, methods: [String]) { #expect(APIRoutes.methods(on: path) == methods) }

    /// Clearing an inbox takes the filter that marking it takes.
    private static let bodiless = APIRoutes.all.filter { route in
        (route.method == .get || route.method == .delete) && route != .clearInbox
    }

    @Test("only calls that carry a body read one", arguments: bodiless)
    func bodies(route: APIRoute) { #expect(route.bodyLimit == nil, "\(route.path)") }

    @Test("there are calls without a body, and triggers have room for a large one")
    func bodyLimits() {
        #expect(Self.bodiless.count > 20)
        #expect(APIRoute.submitTriggers.bodyLimit == 4 * 1024 * 1024)
    }

    @Test("every problem code has a status of its kind", arguments: ProblemCode.allCases)
    func statuses(code: ProblemCode) {
        let isServers = [.internal, .backlogFull, .overloaded].contains(code)
        #expect((isServers ? 500..<600 : 400..<500).contains(code.status))
        #expect(!code.title.isEmpty)
    }

    @Test("a problem says everything RFC 9457 asks for")
    func problem() throws {
        let problem = Problem(.invalid, errors: [FieldProblem("is required", at: "/type")])
        let json = try JSONParser.parse(JSONWriter.bytes { problem.write(to: &$0, requestID: "r-1") }).object ?? [:]
        #expect(json["type"]?.string == "urn:peal:problem:invalid")
        #expect(json["status"] == .integer(422))
        #expect(json["code"]?.string == "invalid")
        #expect(json["detail"]?.string == "is required")
        #expect(json["requestId"]?.string == "r-1")
        #expect(json["errors"]?.array?.first?.object?["pointer"]?.string == "/type")
    }
}
