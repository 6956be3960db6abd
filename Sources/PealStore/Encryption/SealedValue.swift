/// Sealed bytes with their column.
public struct SealedValue: Sendable, Equatable {
    /// Where they are stored.
    public var column: SealedColumn
    /// The bytes; never empty in a page.
    public var sealed: [UInt8]

    /// Joins both parts.
    public init(_ column: SealedColumn, _ sealed: [UInt8]) {
        self.column = column
        self.sealed = sealed
    }
}

/// A page of sealed values.
public struct SealedPage: Sendable, Equatable {
    /// What is sealed in its rows.
    public var values: [SealedValue]
    /// Where the next page starts; `nil` after the last one.
    public var next: SealedColumn?

    /// Joins both parts.
    public init(values: [SealedValue], next: SealedColumn?) {
        self.values = values
        self.next = next
    }

    /// Makes the page of some rows.
    /// - Parameters:
    ///   - rows: the rows in order, with what is sealed in each; empty bytes are left out.
    ///   - limit: how many rows were asked for; fewer are the last.
    public init(rows: [[SealedValue]], limit: Int) {
        values = rows.flatMap(\.self).filter { !$0.sealed.isEmpty }
        next = rows.count < limit ? nil : rows.last?.first?.column
    }
}
