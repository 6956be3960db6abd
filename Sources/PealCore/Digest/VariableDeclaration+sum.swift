extension VariableDeclaration {
    /// The sum of the variable over several triggers, for the words of a digest.
    /// - Parameter data: the data of each; one without the variable adds nothing.
    /// - Returns: an integer where the variable is one, otherwise a number with at most six decimals, so that 0.1 and 0.2 are 0.3.
    public func sum(over data: [[String: JSONValue]]) -> VariableValue {
        var whole: Int64 = 0
        var number = 0.0
        for value in data.compactMap({ value(in: $0) }) {
            switch value {
            case .integer(let more): whole = whole.addingReportingOverflow(more).partialValue
            case .number(let more): number += more
            default: break
            }
        }
        return type == .integer ? .integer(whole) : .number((number * 1_000_000).rounded() / 1_000_000)
    }
}
