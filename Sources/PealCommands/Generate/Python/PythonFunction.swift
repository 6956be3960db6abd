import PealCore

/// The method of one notification type in Python.
struct PythonFunction {
    private let function: ClientFunction
    private let name: String
    private let parameters: [String: String]

    init(_ function: ClientFunction, name: String) {
        self.function = function
        self.name = name
        parameters = PythonNames.parameters(function)
    }

    /// The method.
    var method: [String] {
        let signature = function.parameters.map { parameter in
            let type = Self.type(parameter)
            return parameter.isRequired
                ? "\(parameterName(parameter)): \(type),"
                : "\(parameterName(parameter)): \(type) | None = None,"
        }
        return ["def \(name)(", "    self,", "    *,"] + SourceText.indented(signature, by: 4) + [") -> Accepted:"]
            + SourceText.indented(documentation + body, by: 4)
    }

    private var documentation: [String] {
        let paragraphs = function.paragraphs.map { PythonFile.docstring($0, width: 100) }
        let notes = function.parameters.flatMap { parameter in
            let lines = PythonFile.docstring("\(parameterName(parameter)): \(parameter.note)", width: 96)
            return Array(lines.prefix(1)) + SourceText.indented(Array(lines.dropFirst()), by: 4)
        }
        var lines = Array((paragraphs + [notes]).joined(separator: [""]))
        lines[0] = "\"\"\"" + lines[0]
        return lines + ["\"\"\""]
    }

    private var body: [String] {
        let data = function.variables.map { "\(SourceText.literal($0.name)): \(value($0))," }
        let options = function.options.filter { $0.name != "idempotencyKey" }.map { option in
            "\(SourceText.literal(option.name)): \(value(option)),"
        }
        // Without a name of its own: a variable may be called anything.
        return ["return self._trigger(", "    {", "        \"type\": \(SourceText.literal(function.type)),"]
            + SourceText.indented(options, by: 8)
            + (data.isEmpty
                ? [] : ["        \"data\": _without_none({"] + SourceText.indented(data, by: 12) + ["        }),"])
            + ["    },", "    idempotency_key,", ")"]
    }

    private func parameterName(_ parameter: ClientParameter) -> String {
        parameter.isVariable ? parameters[parameter.name] ?? parameter.name : NameWords(parameter.name).snake
    }

    /// How a parameter is written as JSON; what is `None` is left out when the body is sent.
    private func value(_ parameter: ClientParameter) -> String {
        let name = parameterName(parameter)
        switch parameter.kind {
        case .variable(.instant), .instant, .variable(.date), .variable(.duration), .variable(.money), .audience,
            .entity,
            .entities, .actor:
            return "_json(\(name))"
        case .variable, .priority, .text: return name
        }
    }

    private static func type(_ parameter: ClientParameter) -> String {
        switch parameter.kind {
        case .variable(let type): variableType(type)
        case .audience(let kinds): kinds.map(audienceType).joined(separator: " | ")
        case .entity: "EntityRef"
        case .entities: "Mapping[EntityRef, Entity]"
        case .actor: "Actor"
        case .priority: "Priority"
        case .instant: "datetime.datetime"
        case .text: "str"
        }
    }

    private static func variableType(_ type: VariableType) -> String {
        switch type {
        case .string, .text: "str"
        case .integer: "int"
        case .number: "float"
        case .boolean: "bool"
        case .instant: "datetime.datetime"
        case .date: "datetime.date"
        case .duration: "datetime.timedelta"
        case .money: "Money"
        }
    }

    private static func audienceType(_ kind: AudienceKind) -> String {
        switch kind {
        case .users: "Users"
        case .members: "Members"
        case .owner: "Owner"
        case .all: "Everyone"
        }
    }
}
