import PealCore

/// The method of one notification type in Swift.
struct SwiftFunction {
    private let function: ClientFunction
    private let name: String
    private let parameters: [String: String]

    init(_ function: ClientFunction, name: String) {
        self.function = function
        self.name = name
        parameters = SwiftNames.parameters(function)
    }

    /// The method.
    var method: [String] {
        let signature = function.parameters.map { parameter in
            let type = Self.type(parameter)
            return "\(parameterName(parameter)): \(type)" + (parameter.isRequired ? "" : "? = nil")
        }
        let separated = signature.enumerated().map { $1 + ($0 == signature.count - 1 ? "" : ",") }
        return SwiftFile.comment(function.paragraphs) + ["/// - Parameters:"]
            + function.parameters.flatMap(note) + [
                "/// - Throws: ``Problem`` for an answer that is not a success, else what the closure throws.",
                "@discardableResult", "public func \(name)(",
            ] + SourceText.indented(separated, by: 4) + [") async throws -> Accepted {"]
            + SourceText.indented(body, by: 4) + ["}"]
    }

    private var body: [String] {
        let data = function.variables.map { "\(SourceText.literal($0.name)): \(value($0))," }
        let options = function.options.filter { $0.name != "idempotencyKey" }.map { option in
            "\(SourceText.literal(option.name)): \(value(option)),"
        }
        // Without a name of its own, and by `self`: a variable may be called anything.
        return ["try await self.trigger(", "    [", "        \"type\": \(SourceText.literal(function.type)),"]
            + SourceText.indented(options, by: 8)
            + (data.isEmpty
                ? [] : ["        \"data\": .object(said: ["] + SourceText.indented(data, by: 12) + ["        ]),"])
            + ["    ],", "    idempotencyKey", ")"]
    }

    private func note(_ parameter: ClientParameter) -> [String] {
        let name = parameterName(parameter).replacing("`", with: "")
        let lines = SourceText.wrapped("- \(name): \(parameter.note)", width: 104)
        return lines.enumerated().map { $0 == 0 ? "///   \($1)" : "///     \($1)" }
    }

    private func parameterName(_ parameter: ClientParameter) -> String {
        parameter.isVariable ? parameters[parameter.name] ?? parameter.name : parameter.name
    }

    /// How a parameter is written as JSON; what is `nil` is left out.
    private func value(_ parameter: ClientParameter) -> String {
        let name = parameterName(parameter)
        let conversion = Self.conversion(parameter.kind)
        if let conversion {
            return parameter.isRequired ? "\(conversion)(\(name))" : "\(name).map(\(conversion))"
        }
        return parameter.isRequired ? "\(name).json" : "\(name)?.json"
    }

    /// What makes JSON of a value; `nil` where the value itself does.
    private static func conversion(_ kind: ClientParameter.Kind) -> String? {
        switch kind {
        case .variable(.string), .variable(.text), .text: "JSON.string"
        case .variable(.integer): "JSON.integer"
        case .variable(.number): "JSON.number"
        case .variable(.boolean): "JSON.bool"
        case .variable(.instant), .instant: "JSON.instant"
        case .variable(.duration): "JSON.duration"
        case .entities: "JSON.entities"
        case .variable(.date), .variable(.money), .audience, .entity, .actor, .priority: nil
        }
    }

    private static func type(_ parameter: ClientParameter) -> String {
        switch parameter.kind {
        case .variable(let type): variableType(type)
        case .audience(let kinds): SwiftNames.audience(kinds)
        case .entity: "EntityRef"
        case .entities: "[EntityRef: Entity]"
        case .actor: "Actor"
        case .priority: "Priority"
        case .instant: "Date"
        case .text: "String"
        }
    }

    private static func variableType(_ type: VariableType) -> String {
        switch type {
        case .string, .text: "String"
        case .integer: "Int"
        case .number: "Double"
        case .boolean: "Bool"
        case .instant: "Date"
        case .date: "Day"
        case .duration: "Duration"
        case .money: "Money"
        }
    }
}
