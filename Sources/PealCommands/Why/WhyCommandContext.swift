import PealCore
import PealEngine
import PealServer

/// Answers "why?" on a data directory, as the server would, without changing anything in it.
struct WhyCommandContext {
    private let engine: Engine
    private let dataContext: DataContext

    static func open(_ options: DataOptions) async throws -> WhyCommandContext {
        let dataContext = try await DataContext.open(options.paths)
        return WhyCommandContext(engine: try await dataContext.engine(), dataContext: dataContext)
    }

    /// Closes the database.
    func close() { dataContext.close() }

    /// Answers as the server would; times in sentences are those of `reader`, and without it those of the user.
    func answer(app: AppID, filter: DecisionFilter, limit: Int, reader: Zone? = nil) async throws -> WhyAnswer {
        guard dataContext.apps.contains(app) else {
            throw UnknownApp.error(app.rawValue, among: dataContext.apps, .data)
        }
        return try await engine.why.answer(app: app, filter: filter, page: PageRequest(limit: limit), reader: reader)
    }
}
