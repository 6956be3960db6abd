extension Dialect {
    /// SQLite's, 3.37 or later.
    package static let sqlite = Dialect(isWritten: true) { word, argument in
        switch word {
        case .type: argument
        case .id: argument.isEmpty ? "BLOB" : "BLOB CHECK (length(\(argument)) = 16)"
        case .numbered: "INTEGER PRIMARY KEY AUTOINCREMENT"
        case .byKey: "STRICT, WITHOUT ROWID"
        case .byRow: "STRICT"
        case .json: "json_valid(\(argument))"
        case .empty: "x''"
        case .parameter: "?\(argument)"
        case .texts:
            argument.inTwo { list, name in "json_each(\(list)) \(name)" }
        case .inOrder: "CROSS JOIN"
        case .indexed: "INDEXED BY \(argument)"
        case .unindexed: "+\(argument)"
        case .orFail: "OR FAIL"
        case .same: "IS"
        case .newest: "MAX(\(argument))"
        case .joined: "GROUP_CONCAT(\(argument))"
        case .lastNumber: argument.inTwo { table, _ in "(SELECT seq FROM sqlite_sequence WHERE name = '\(table)')" }
        case .attempted:
            """
            CASE WHEN \(argument) IS NULL THEN json_array(json_array(?1, ?2, ?3, ?4)) ELSE json_insert(
                CASE WHEN json_array_length(\(argument)) >= 20 THEN json_remove(\(argument), '$[0]') ELSE \(argument) END,
                '$[#]', json_array(?1, ?2, ?3, ?4)) END
            """
        case .accepted: "json_array(json_array(accepted_at, '\(argument)', NULL, receipt))"
        case .had:
            argument.inTwo { outcome, list in
                "EXISTS (SELECT 1 FROM json_each(\(list)) a WHERE json_extract(a.value, '$[1]') = '\(outcome)')"
            }
        }
    }
}

extension String {
    /// An argument of two parts with a space between them.
    func inTwo(_ write: (_ first: Substring, _ second: Substring) -> String) -> String {
        let parts = split(separator: " ", maxSplits: 1)
        return write(parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }
}
