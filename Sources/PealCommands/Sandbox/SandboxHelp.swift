import PealCore
import PealSandbox
import PealServer

/// The help of `peal sandbox`, from what each simulator says of itself.
struct SandboxHelp {
    let plugins: ProviderPlugins
    private let layout: SimulatorLayout

    init(_ plugins: ProviderPlugins) {
        self.plugins = plugins
        layout = plugins.simulators
    }

    /// How many ports there are, as a word.
    var portCount: String { NumberWord.of(layout.ports.count) }

    /// The paragraphs between the abstract and the options.
    var discussion: String {
        """
        Listens on 127.0.0.1 only, in real time. When all simulators are ready it prints their URLs: one JSON line, \
        {"ready":true,"url":…,\(layout.ports.map { "\"\($0.name)\":…" }.joined(separator: ","))}, when stdout is not a \
        terminal.

        Control calls, at url: \(calls).

        \(tls)

        \(numbers)

        EXAMPLES:
          peal sandbox --port 9099
        """
    }

    private var calls: String {
        var options = ["provider", "project", "count"]
        for name in plugins.all.flatMap({ $0.simulator.tokenOptions }) where !options.contains(name) {
            options.append(name)
        }
        let members = options.map { "\"\($0)\"" }.joined(separator: ",")
        let own = layout.kinds.flatMap { $0.controlCalls }
        let shared = [
            "POST /phones/tokens {\(members)}", "POST /phones/retire {\"provider\",\"token\"}", "GET /ledger",
            "GET /counters", "POST and DELETE /faults",
        ]
        return (own + shared).joined(separator: ", ")
    }

    private var tls: String {
        let services = Self.list(layout.ports.compactMap(\.titleWithTLS))
        let first =
            "\(services) use TLS with a certificate signed by the root at /root.pem, which is new in every run."
        return ([first] + layout.kinds.flatMap { $0.notes }).joined(separator: " ")
    }

    private var numbers: String {
        let endpoints = layout.ports.enumerated().map { index, port in
            index == 0 ? "\(port.title) and the control calls are at N" : "\(port.title) at N+\(index)"
        }
        return """
            With --port N, \(Self.list(endpoints)), so that the endpoints in a server's peal.yaml stay valid after a restart. \
            Credentials do not: fetch them again.
            """
    }

    private static func list(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }
}
