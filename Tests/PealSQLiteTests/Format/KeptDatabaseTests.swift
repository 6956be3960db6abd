import Foundation
import GRDB
import Testing

@testable import PealSQLite

/// The format is frozen: what any version wrote is opened, migrated and read by every later one.
@Suite("Kept databases", .timeLimit(.minutes(2)))
struct KeptDatabaseTests {
    /// Where a database is to be written: `PEAL_WRITE_KEPT_DATABASE=…/Format/Kept/v2.sqlite`.
    private static let target = ProcessInfo.processInfo.environment["PEAL_WRITE_KEPT_DATABASE"].map { path in
        let file = URL(filePath: path)
        return KeptDatabase(
            folder: file.deletingLastPathComponent(),
            name: file.deletingPathExtension().lastPathComponent
        )
    }
    /// The kept database whose answers are to be written again, after a type that ports answer with has changed: `v1`.
    private static let rewritten = ProcessInfo.processInfo.environment["PEAL_WRITE_KEPT_ANSWERS"]

    @Test("A database to be kept is written where the environment says", .enabled(if: target != nil))
    func write() async throws {
        let target = try #require(Self.target)
        let isThere = FileManager.default.fileExists(atPath: target.file.path)
        try #require(!isThere, "a database that was kept is never changed")
        try await KeptWriter.write(target)
    }

    @Test("What would be kept now has a value in every column of every table, and an answer to every call")
    func fresh() async throws {
        try await withDirectory { directory in
            let fresh = KeptDatabase(folder: directory, name: "fresh")
            try await KeptWriter.write(fresh)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 2, "one file each")
            try await Self.check(fresh)
            try await Self.compare(fresh)
        }
    }

    @Test("There is one")
    func first() { #expect(KeptDatabase.all.first?.name == "v1") }

    @Test("It is full and sound, and gets the schema of a new database", arguments: KeptDatabase.all)
    func sound(_ kept: KeptDatabase) async throws { try await Self.check(kept) }

    @Test("Every port answers as it did when the database was kept", arguments: KeptDatabase.all)
    func read(_ kept: KeptDatabase) async throws {
        if kept.name == Self.rewritten { try await KeptWriter.writeAnswers(of: kept) }
        try await Self.compare(kept)
    }

    @Test("Every reading method of every port is called, and those that only write are known")
    func complete() throws {
        let declared = try PortMethods.declared()
        let called = Set(PortRead.all.map(\.method))
        #expect(declared.count > 150)
        #expect(Set(PortRead.all.map(\.name)).count == PortRead.all.count, "an answer is found by its name")
        #expect(
            declared.subtracting(called).subtracting(PortMethods.writing).sorted() == [],
            "neither read nor written"
        )
        #expect(called.union(PortMethods.writing).subtracting(declared).sorted() == [], "no port has them")
        #expect(called.intersection(PortMethods.writing).sorted() == [])
    }

    @Test("Methods are found in the source of a port, whatever their parameters")
    func methods() {
        let source = """
            /// func documented()
            public protocol KeptStore: Sendable {
                func all() async throws -> [Int]
                /// func alsoDocumented()
                func some(_ ids: Set<Int>, of app: [Int: String],
                    where isWanted: (Int, Int) -> Bool) async throws -> Page<Int>
            }
            extension KeptStore {
                func some() {}
            }
            """
        #expect(PortMethods.declared(in: source) == ["KeptStore.all()", "KeptStore.some(_:of:where:)"])
    }

    /// Each call answers as it did, and none with nothing.
    private static func compare(_ kept: KeptDatabase) async throws {
        let answers = try await kept.withStore { await PortRead.answers(of: $0) }
        let empty = answers.filter { $0.answer.isEmpty && kept.hasRows(for: $0.name) }
        #expect(empty.map(\.name) == [], "calls whose arguments match no row")
        let failed = answers.filter { $0.answer.text.hasPrefix("error: ") }
        #expect(failed.map { "\($0.name): \($0.answer.text)" } == [])
        var expected = try kept.answers()
        for (name, answer) in answers { #expect(answer.text == expected.removeValue(forKey: name), "\(name)") }
        #expect(expected.keys.sorted() == [], "calls that are not made any more")
    }

    /// A value in every column, a size that a repository can keep, no damage, and the schema that a new database has.
    private static func check(_ kept: KeptDatabase) async throws {
        let unfilled = try await kept.unfilled()
        #expect(unfilled == [], "tables without rows, and columns without values")
        #expect(try Data(contentsOf: kept.file).count <= 1_048_576)
        let new = try await withStore { store in try await store.pool.read { db in try schema(db) } }
        let (damage, migrated) = try await kept.withStore { store in
            try await store.pool.read { db in (try KeptDatabase.damage(db), try schema(db)) }
        }
        #expect(damage == [])
        #expect(Set(migrated).symmetricDifference(new).sorted() == [], "what a new database has, or this one")
    }

    /// What is declared, and what the planner knows of it.
    private static func schema(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT type || ' ' || name || ' ' || COALESCE(sql, '') FROM sqlite_schema
                UNION ALL SELECT tbl || ' ' || COALESCE(idx, '') || ' ' || stat FROM sqlite_stat1 ORDER BY 1
                """
        )
    }
}
