/// Rows under headers, with columns as wide as their widest cell.
public struct TextTable: Sendable {
    private let headers: [String]
    private let rows: [[String]]

    /// A table; every row has as many cells as there are headers.
    public init(_ headers: [String], _ rows: [[String]]) {
        self.headers = headers
        self.rows = rows
    }

    /// The header line and a line for each row, without spaces at the end.
    public func lines(_ style: TerminalStyle = .standardOutput) -> [String] {
        let all = [headers] + rows
        let widths = headers.indices.map { column in
            all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return all.enumerated().map { index, cells in
            var line = zip(cells, widths)
                .map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return index == 0 ? style(line, .heading) : line
        }
    }
}
