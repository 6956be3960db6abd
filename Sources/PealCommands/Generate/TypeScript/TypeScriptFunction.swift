import PealCore

/// The method of one notification type in TypeScript, and the interface of its parameters.
struct TypeScriptFunction {
    private let function: ClientFunction
    private let name: String
    private let inputName: String
    private let parameters: [String: String]

    init(_ function: ClientFunction, name: String, input: String) {
        self.function = function
        self.name = name
        inputName = input
        parameters = TypeScriptNames.parameters(function)
    }

    /// The interface of the parameters.
    var input: [String] {
        let members = function.parameters.flatMap { parameter -> [String] in
            let (mark, undefined) = parameter.isRequired ? ("", "") : ("?", " | undefined")
            return TypeScriptFile.comment([parameter.note]) + [
                "readonly \(member(parameter))\(mark): \(Self.type(parameter))\(undefined);"
            ]
        }
        return ["/** The parameters of `\(name)`. */", "export interface \(inputName) {"]
            + SourceText.indented(members, by: 2) + ["}"]
    }

    /// The method.
    var method: [String] {
        let isOptional = !function.parameters.contains { $0.isRequired }
        let data = function.variables.map { "\(SourceText.literal($0.name)): \(value($0))," }
        let options = function.options.filter { $0.name != "idempotencyKey" }.map { "\($0.name): \(value($0))," }
        let body =
            ["type: \(SourceText.literal(function.type)),"] + options
            + (data.isEmpty ? [] : ["data: {"] + SourceText.indented(data, by: 2) + ["},"])
        return TypeScriptFile.comment(function.paragraphs)
            + ["\(name)(input: \(inputName)\(isOptional ? " = {}" : "")): Promise<Accepted> {", "  const body = {"]
            + SourceText.indented(body, by: 4)
            + ["  };", "  return this.#trigger(body, input.idempotencyKey);", "}"]
    }

    private func member(_ parameter: ClientParameter) -> String {
        parameter.isVariable ? parameters[parameter.name] ?? parameter.name : parameter.name
    }

    /// How a variable is read from the parameters, as JSON writes it; what is `undefined` is left out.
    private func value(_ parameter: ClientParameter) -> String {
        let path = "input.\(member(parameter))"
        guard parameter.kind == .variable(.instant) || parameter.kind == .instant else { return path }
        return path + (parameter.isRequired ? "" : "?") + ".toISOString()"
    }

    private static func type(_ parameter: ClientParameter) -> String {
        switch parameter.kind {
        case .variable(let type): variableType(type)
        case .audience(let kinds): kinds.map(audienceType).joined(separator: " | ")
        case .entity: "EntityRef"
        case .entities: "{ readonly [entity: EntityRef]: Entity }"
        case .actor: "Actor"
        case .priority: "Priority"
        case .instant: "Date"
        case .text: "string"
        }
    }

    private static func variableType(_ type: VariableType) -> String {
        switch type {
        case .string, .text: "string"
        case .integer, .number: "number"
        case .boolean: "boolean"
        case .instant: "Date"
        case .date: "CalendarDate"
        case .duration: "ISODuration"
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
