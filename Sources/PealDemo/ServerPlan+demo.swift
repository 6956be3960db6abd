package import PealEngine
package import PealServer

extension ServerPlan {
    /// A demo in a data directory of its own.
    /// - Parameters:
    ///   - port: the port; 0 takes a free one.
    ///   - dataDirectory: where its database is.
    ///   - reset: ends this run so that another one starts; `nil` when nothing would start it.
    /// - Returns: the plan.
    /// - Throws: ``ServerError`` when the directory cannot be written.
    package static func demo(port: Int = 0, dataDirectory: String, reset: WakeUp? = nil) throws -> ServerPlan {
        var plan = try sandbox(port: port, dataDirectory: dataDirectory)
        plan.demo = DemoPlan(page: DemoPage.file, reset: reset) { sandbox in
            let stage = try await DemoStage(sandbox)
            return DemoPlan.Answers(scenario: { try await stage.scenario() }, state: { stage.state(of: $0) })
        }
        return plan
    }
}
