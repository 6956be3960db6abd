import Testing

@testable import PealCommands

@Suite("Names in generated code")
struct GenerateNamesTests {
    @Test(
        "are made of the words of a name of the catalog",
        arguments: [
            ("new-offer", "newOffer", "NewOffer", "new_offer"),
            ("startsAt", "startsAt", "StartsAt", "starts_at"),
            ("kudos", "kudos", "Kudos", "kudos"),
            ("quest_id", "questId", "QuestId", "quest_id"),
            ("userID", "userID", "UserID", "user_id"),
            ("URL", "url", "URL", "url"),
            ("Name", "name", "Name", "name"),
            ("2-days", "_2Days", "_2Days", "_2_days"),
            ("a1", "a1", "A1", "a1"),
            ("-", "value", "Value", "value"),
        ]
    )
    func words(_ name: String, camel: String, pascal: String, snake: String) {
        let words = NameWords(name)
        #expect((words.camel, words.pascal, words.snake) == (camel, pascal, snake))
    }

    @Test("that two names share, or that mean something else, get an underscore")
    func unique() {
        #expect(NameTable.names(["a", "b", "a", "a"], reserved: ["b"]) == ["a", "b_", "a_", "a__"])
    }

    @Test(
        "of types may be words of the language or names that the client has",
        arguments: [
            ("new-offer", "newOffer(", "def new_offer(", "func newOffer("),
            ("default", "default(", "def default(", "func `default`("),
            ("class", "class(", "def class_(", "func `class`("),
            ("import", "import(", "def import_(", "func `import`("),
            ("int", "int(", "def int_(", "func int("),
            ("init", "init(", "def init(", "func init_("),
            ("constructor", "constructor_(", "def constructor(", "func constructor("),
            ("put-user", "putUser_(", "def put_user_(", "func putUser_("),
            ("cancel", "cancel_(", "def cancel_(", "func cancel_("),
        ]
    )
    func types(_ type: String, typescript: String, python: String, swift: String) throws {
        let fixture = GenerateFixture(typeName: type)
        #expect(try fixture.text(.typescript).contains("\n  \(typescript)input: "))
        #expect(try fixture.text(.python).contains("\n    \(python)\n"))
        #expect(try fixture.text(.swift).contains("\n    public \(swift)\n"))
    }

    @Test(
        "of variables may be words of the language or names of options; the request has the catalog's",
        arguments: [
            ("from", "from", "from_", "from"),
            ("in", "in", "in_", "`in`"),
            ("class", "class", "class_", "`class`"),
            ("self", "self", "self_", "self_"),
            ("entities", "entities_", "entities_", "entities_"),
            ("sendAt", "sendAt_", "send_at_", "sendAt_"),
            ("send-at", "sendAt_", "send_at_", "sendAt_"),
            ("to", "to_", "to_", "to_"),
        ]
    )
    func variables(_ name: String, typescript: String, python: String, swift: String) throws {
        let fixture = GenerateFixture(data: "{\(name): {type: string, example: x}}")
        #expect(try fixture.text(.typescript).contains("\"\(name)\": input.\(typescript),"))
        #expect(try fixture.text(.python).contains("\"\(name)\": \(python),"))
        #expect(try fixture.text(.swift).contains("\"\(name)\": JSON.string(\(swift)),"))
    }
}
