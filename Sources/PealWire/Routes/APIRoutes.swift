/// Every call the server answers; `openapi.yaml` and the router are held to it.
public enum APIRoutes {
    /// All of them.
    public static let all: [APIRoute] =
        APIRoute.operatorCalls + APIRoute.backendCalls + APIRoute.catalogCalls + APIRoute.userCalls
        + APIRoute.eventCalls + APIRoute.analyticsCalls + APIRoute.webhookCalls + APIRoute.realtimeCalls
        + APIRoute.pageCalls + APIRoute.sandboxCalls

    /// What stands in a path where the name of a user can stand: no user has such a name.
    public static let reservedUserNames: Set<String> = ["me", "bulk", "eta"]

    /// The methods that some routes allow on a path; empty when none has it.
    ///
    /// A segment that is written out wins over one that varies, as in the router.
    public static func methods(on path: String, among routes: [APIRoute] = all) -> [String] {
        let segments = path.split(separator: "/")
        var best: (score: [Bool], methods: Set<String>) = ([], [])
        for route in routes {
            let template = route.path.split(separator: "/")
            guard template.count == segments.count else { continue }
            let literal = template.map { !$0.hasPrefix("{") }
            let matches = zip(template, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
            guard matches else { continue }
            if literal == best.score {
                best.methods.insert(route.method.rawValue)
            } else if best.methods.isEmpty || wins(literal, over: best.score) {
                best = (literal, [route.method.rawValue])
            }
        }
        return best.methods.sorted()
    }

    private static func wins(_ left: [Bool], over right: [Bool]) -> Bool {
        for (one, other) in zip(left, right) where one != other { return one }
        return false
    }
}
