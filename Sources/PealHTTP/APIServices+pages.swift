import PealEngine

extension APIServices {
    /// Hosted pages.
    func pages(_ userFinder: UserFinder) -> PageController {
        PageController(
            pageTickets: pageTickets,
            sessions: pageSessions,
            publicURL: publicURL,
            userFinder: userFinder,
            users: engine.users,
            links: engine.analyticsLinks
        ) { [clock = engine.ports.clock] in clock.now }
    }
}
