import PealCore
import PealEngine

/// Answers "why?" on a data directory, as the server would, without changing anything in it.
struct WhyCommandContext {
    private let engine: Engine
    private let place: DataPlace

    static func open(_ options: DataOptions) async throws -> WhyCommandContext {
        let place = try await DataPlace.open(options)
        return WhyCommandContext(engine: try await place.engine(), place: place)
    }

    /// Closes the database.
    func close() { place.close() }

    func answer(app: AppID, filter: DecisionFilter, limit: Int) async throws -> WhyAnswer {
        guard place.apps.contains(app) else {
            throw UnknownApp.error(app.rawValue, among: place.apps, .data)
        }
        return try await engine.why.answer(app: app, filter: filter, page: PageRequest(limit: limit))
    }
}
