/// Gives every name of one scope a name in a programming language that nothing else in the scope has.
struct NameTable {
    private var taken: Set<String>

    /// - Parameter reserved: names that mean something else in the scope.
    init(reserved: Set<String>) { taken = reserved }

    /// The name, with `_` behind it where it means something else or another name was given it before.
    mutating func add(_ name: String) -> String {
        var name = name
        while !taken.insert(name).inserted { name += "_" }
        return name
    }

    /// The names of several, in their order.
    static func names(_ names: [String], reserved: Set<String>) -> [String] {
        var table = NameTable(reserved: reserved)
        return names.map { table.add($0) }
    }
}
