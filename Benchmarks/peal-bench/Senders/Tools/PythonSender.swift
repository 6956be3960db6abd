import Foundation
import JudgeKit
import PealCore
import PealWire

/// A sender in Python with a library from PyPI that knows nothing of Peal.
struct PythonSender: Sendable {
    let tool: Tool
    /// Where the scripts are.
    let scripts: URL

    /// Runs a script; it reads its task from a file and prints its figures as JSON.
    func measure(_ library: String, _ task: [String: JSONValue], seconds: Double) async throws -> SenderFigures {
        let file = tool.workspace.path("\(library).json")
        var task = task
        task["seconds"] = .number(seconds)
        let text: JSONValue = .object(task)
        try Data(JSONWriter.bytes { $0.value(text) }).write(to: file)
        let script = scripts.appending(path: "send_\(library).py")
        let run = try await tool.run([script.path, file.path], atMost: .seconds(seconds + 60))
        let last = run.output.split(separator: "\n").last ?? ""
        guard run.status == 0, let figures = try? JSONParser.parse(Array(last.utf8)).object,
            let pushes = Self.number(figures["pushes"]), let duration = Self.number(figures["seconds"]),
            let cpu = Self.number(figures["cpuSeconds"]), let errors = Self.number(figures["errors"])
        else {
            let log = tool.workspace.tail(of: "\(tool.program.lastPathComponent).log", lines: 3)
            throw JudgeError(.unexpectedAnswer, "\(library): \(log)")
        }
        return SenderFigures(
            name: "\(library) \(figures["version"]?.string ?? "") (Python)",
            pushes: Int(pushes),
            seconds: duration,
            cpuSeconds: cpu,
            errors: Int(errors),
            firstError: figures["firstError"]?.string
        )
    }

    private static func number(_ value: JSONValue?) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
