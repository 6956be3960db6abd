import PealCore
import PealWire

extension APIRoute {
    /// The path with its parameters, the same text for every spelling of a request's path.
    func path(with parameters: [String: String]) -> String {
        guard !parameters.isEmpty else { return path }
        return path.split(separator: "/").map { segment in
            guard segment.hasPrefix("{") else { return "/\(segment)" }
            return "/" + PercentCoding.encode(parameters[String(segment.dropFirst().dropLast())] ?? "")
        }.joined()
    }
}
