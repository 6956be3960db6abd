import Testing

@testable import PealMemory

@Suite("Tables keep their order and their groups")
struct TableTests {
    private struct Row: TableRow, Equatable {
        var key: Int
        var groups: [String]
    }

    @Test("Rows are found by group, in the order of their keys, as they change")
    func groups() {
        var table = Table<Row>()
        for key in [3, 1, 2, 5, 4] { table.put(Row(key: key, groups: key.isMultiple(of: 2) ? ["even"] : ["odd"])) }
        #expect(table.keys == [1, 2, 3, 4, 5])
        #expect(table.keys(in: "even") == [2, 4])
        table.update(4) { $0.groups = ["odd", "square"] }
        #expect(table.keys(in: "even") == [2])
        #expect(table.keys(in: "odd") == [1, 3, 4, 5])
        table.remove(2)
        #expect(table.isEmpty("even"))
        #expect(table.groups.sorted() == ["odd", "square"])
        #expect(!table.update(2) { _ in })
    }

    @Test("What comes after and before a key is found, whether it is there", arguments: 0...6)
    func pages(_ key: Int) {
        let keys = [1, 2, 4, 5]
        #expect(Array(keys.after(key)) == keys.filter { $0 > key })
        #expect(Array(keys.before(key)) == keys.filter { $0 < key })
        #expect(Array(keys[1...].after(key)) == keys[1...].filter { $0 > key })
        #expect(Array(keys.after(nil)) == keys)
    }

    @Test("A copy is not changed with the original")
    func copies() {
        var table = Table<Row>()
        table.put(Row(key: 1, groups: ["a"]))
        let copy = table
        table.update(1) { $0.groups = ["b"] }
        table.put(Row(key: 2, groups: ["a"]))
        #expect(copy.rows == [Row(key: 1, groups: ["a"])])
        #expect(copy.keys(in: "a") == [1])
        #expect(table.keys(in: "a") == [2])
    }
}
