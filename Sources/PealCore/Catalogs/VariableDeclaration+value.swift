extension VariableDeclaration {
    /// The variable's value in a trigger's `data`; `nil` when it was left out or does not fit.
    public func value(in data: [String: JSONValue]) -> VariableValue? {
        guard let json = data[name], json != .null else { return nil }
        return try? VariableValue(json: json, as: type)
    }
}

extension NotificationType {
    /// The value of a variable in a trigger's `data`; `nil` when it is not declared, was left out or does not fit.
    public func value(of name: String, in data: [String: JSONValue]) -> VariableValue? {
        variables.first { $0.name == name }?.value(in: data)
    }
}
