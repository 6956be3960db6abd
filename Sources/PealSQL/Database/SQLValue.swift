package import Foundation
package import PealCore

/// A value that a statement is given; `nil` is NULL.
package typealias SQLValue = (any SQLBindable)?

/// What can be bound to a statement by hand: without a box, a check or a copy on the way to the database.
package protocol SQLBindable: Sendable {
    /// Binds the value to a parameter, the first of which is 1.
    func bind(to statement: any SQLStatement, at parameter: Int, _ connection: SQLConnection) throws
}

extension Int: SQLBindable {
    package func bind(to statement: any SQLStatement, at parameter: Int, _: SQLConnection) throws {
        try statement.bind(Int64(self), at: parameter)
    }
}

extension Int64: SQLBindable {
    package func bind(to statement: any SQLStatement, at parameter: Int, _: SQLConnection) throws {
        try statement.bind(self, at: parameter)
    }
}

extension Double: SQLBindable {
    package func bind(to statement: any SQLStatement, at parameter: Int, _: SQLConnection) throws {
        try statement.bind(self, at: parameter)
    }
}

extension Bool: SQLBindable {
    package func bind(to statement: any SQLStatement, at parameter: Int, _: SQLConnection) throws {
        try statement.bind(self ? 1 as Int64 : 0, at: parameter)
    }
}

extension String: SQLBindable {
    package func bind(to statement: any SQLStatement, at parameter: Int, _: SQLConnection) throws {
        try statement.bind(self, at: parameter)
    }
}

extension [UInt8]: SQLBindable {
    package func bind(to statement: any SQLStatement, at parameter: Int, _: SQLConnection) throws {
        try withUnsafeBytes { try statement.bind($0, at: parameter) }
    }
}

extension Data: SQLBindable {
    package func bind(to statement: any SQLStatement, at parameter: Int, _: SQLConnection) throws {
        try withUnsafeBytes { try statement.bind($0, at: parameter) }
    }
}

/// A list of texts as one parameter, for the word `texts` of ``Dialect``; statements that read the same list share it.
package struct TextList: SQLBindable {
    /// `nil` is NULL.
    package let texts: [String]?
    /// The list as JSON.
    package let json: String?

    package init(texts: [String]) throws {
        self.texts = texts
        json = try JSONText.encode(texts)
    }

    /// A list, or NULL in place of an empty one.
    package init(unlessEmpty texts: [String]) throws {
        self.texts = texts.isEmpty ? nil : texts
        json = texts.isEmpty ? nil : try JSONText.encode(texts)
    }

    /// A list of identifiers that are texts.
    package init<Kind>(_ values: some Sequence<Key<Kind>>) throws {
        try self.init(texts: values.map(\.rawValue))
    }

    package func bind(to statement: any SQLStatement, at parameter: Int, _: SQLConnection) throws {
        try statement.bind(self, at: parameter)
    }
}

/// An app: the tables have its key.
package struct BoundApp: SQLBindable {
    let app: AppID

    package func bind(to statement: any SQLStatement, at parameter: Int, _ connection: SQLConnection) throws {
        try statement.bind(try connection.key(of: app), at: parameter)
    }
}

extension AppID {
    /// To be bound where a table has the app's key.
    package var bound: BoundApp { BoundApp(app: self) }
}
