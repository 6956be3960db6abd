import PealCore

/// Checks the variables of a trigger against its type (R109).
struct DataCheck {
    let type: NotificationType
    let data: [String: JSONValue]
    /// Whether the directory has the names that a trigger may leave to it.
    var hasOthers = false

    /// Every problem: what is missing first, then what was sent, by name.
    var problems: [(code: IntakeProblem.Code, detail: IntakeProblem.Detail)] {
        let required = type.variables.filter { !$0.optional && !($0.isOtherMember && hasOthers) }
        let missing = required.filter { isMissing($0.name) }.map { variable in
            let advice =
                variable.isOtherMember
                ? ": send it, or an `entity` with exactly two members who have names and are the only recipients" : ""
            return problem(
                .missingVariable,
                "\(variable.type.rawValue) \"\(variable.name)\" is missing\(advice)",
                variable.name
            )
        }
        var hints = HintAllowance()
        return missing + data.keys.sorted().compactMap { problem(with: $0, &hints) }
    }

    private func problem(
        with name: String,
        _ hints: inout HintAllowance
    ) -> (IntakeProblem.Code, IntakeProblem.Detail)? {
        guard let variable = type.variables.first(where: { $0.name == name }) else {
            let hint = hints.hint(for: name, among: NearNames(type.variables.map(\.name)))
            return problem(.unknownVariable, "\(type.id) has no variable `\(name.prefix(64))`\(hint)", name)
        }
        // What is missing was said already, once.
        guard let value = data[name], value != .null, variable.optional || !isMissing(name) else { return nil }
        do throws(VariableValue.Problem) {
            _ = try VariableValue(json: value, as: variable.type)
            return nil
        } catch {
            return problem(.invalid, error.message, name)
        }
    }

    private func problem(_ code: IntakeProblem.Code, _ detail: String, _ name: String)
        -> (IntakeProblem.Code, IntakeProblem.Detail)
    {
        (code, IntakeProblem.Detail(detail: detail, pointer: "/data/\(JSONPointer.escape(name))"))
    }

    private func isMissing(_ name: String) -> Bool {
        switch data[name] {
        case nil, .null?: true
        case .string(let text)?: text.isBlank
        default: false
        }
    }
}
