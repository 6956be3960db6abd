import Foundation

/// What idle connections cost.
struct LiveFigures: Sendable {
    let framing: LiveFraming
    let connections: Int
    /// Resident bytes with none and with all of them.
    let before: Int
    let after: Int

    var bytes: Double { Double(after - before) / Double(connections) }

    static func table(_ rows: [LiveFigures]) -> String {
        let lines = rows.map { row in
            row.framing.rawValue.padding(toLength: 24, withPad: " ", startingAt: 0)
                + String(
                    format: "%8d %12.1f %12.1f %14.1f KiB",
                    row.connections,
                    Double(row.before) / 1_048_576,
                    Double(row.after) / 1_048_576,
                    row.bytes / 1_024
                )
        }
        let head = "idle live connections".padding(toLength: 24, withPad: " ", startingAt: 0)
        return (["", head + "  number  MiB before    MiB after  a connection"] + lines).joined(separator: "\n")
    }
}
