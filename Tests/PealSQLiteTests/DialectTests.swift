import PealSQL
import Testing

@Suite("How databases write the same statement")
struct DialectTests {
    @Test(
        "Words in braces, parameters and ordered joins are written as each says them",
        arguments: [
            ("SELECT a FROM b WHERE c = ?1", "SELECT a FROM b WHERE c = ?1", "SELECT a FROM b WHERE c = $1"),
            ("VALUES (?, ?, ?)", "VALUES (?, ?, ?)", "VALUES ($1, $2, $3)"),
            ("WHERE c {same} ?12", "WHERE c IS ?12", "WHERE c IS NOT DISTINCT FROM $12"),
            (
                "FROM {texts ?1 j} CROSS JOIN b ON b.id = j.value",
                "FROM json_each(?1) j CROSS JOIN b ON b.id = j.value",
                "FROM unnest($1::text[]) AS j(value) JOIN b ON b.id = j.value"
            ),
            ("INSERT {or_fail} INTO b", "INSERT OR FAIL INTO b", "INSERT  INTO b"),
            ("{joined DISTINCT a}", "GROUP_CONCAT(DISTINCT a)", "string_agg(DISTINCT (a)::text, ',')"),
            (
                "SELECT '?', \"user\", '{\"users\"'", "SELECT '?', \"user\", '{\"users\"'",
                "SELECT '?', \"user\", '{\"users\"'"
            ),
        ]
    )
    func render(_ text: String, _ sqlite: String, _ postgres: String) {
        #expect(Dialect.sqlite.render(text) == sqlite)
        #expect(Dialect.postgres.render(text) == postgres)
    }

    @Test("A word's argument may hold words and parameters")
    func nested() {
        let text = "{had unknown {unindexed d.attempts}}"
        #expect(Dialect.sqlite.render(text).contains("json_each(+d.attempts)"))
        #expect(Dialect.postgres.render(text).contains("json_array_elements(d.attempts::json)"))
        #expect(Dialect.postgres.render("{texts ? j}") == "unnest($1::text[]) AS j(value)")
    }

    @Test("Types and tables of the schema, each in its database's words")
    func schema() {
        let text = "CREATE TABLE a (id {id id} NOT NULL, n INTEGER, t TEXT, b BLOB, PRIMARY KEY (id)) {by_key};"
        #expect(
            Dialect.sqlite.render(text)
                == "CREATE TABLE a (id BLOB CHECK (length(id) = 16) NOT NULL, n INTEGER, t TEXT, b BLOB, PRIMARY KEY (id)) "
                + "STRICT, WITHOUT ROWID;"
        )
        #expect(
            Dialect.postgres.render(text)
                == "CREATE TABLE a (id uuid NOT NULL, n bigint, t text COLLATE \"C\", b bytea, PRIMARY KEY (id)) ;"
        )
    }

    @Test("No type of the schema stays as SQLite writes it, whatever stands in comments")
    func wholeSchema() {
        let tables = SchemaTable.all.map { Dialect.postgres.render($0.sql) }.joined(separator: "\n")
        let text = tables.replacing(/--.*/, with: "")
        for word in ["INTEGER", "REAL", "BLOB", "TEXT", "{"] { #expect(!text.contains(word), "\(word)") }
        #expect(Dialect.postgres.render("a -- b's ?\n= ?") == "a -- b's ?\n= $1")
    }

    @Test("There are no more words than can be kept in mind")
    func fewWords() { #expect(Dialect.Word.allCases.count <= 20) }
}
