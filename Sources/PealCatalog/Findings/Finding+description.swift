extension Finding: CustomStringConvertible {
    /// One line as compilers write it: `file:line:column: error: message [path]`.
    public var description: String {
        "\(file):\(line):\(column): \(severity.rawValue): \(message)" + (path.isEmpty ? "" : " [\(path)]")
    }
}
