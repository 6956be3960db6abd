import Testing

@testable import PealWire

@Suite("A hostile body gets no longer answer than it is worth")
struct ProblemBoundTests {
    private static func object(_ count: Int, _ more: String = "") -> String {
        "{" + (0..<count).map { #""nmae\#($0)":1"# }.joined(separator: ",") + more + "}"
    }

    @Test("at most fifty problems, and what was meant in the first five", arguments: [6, 50, 51, 5_000])
    func bounded(count: Int) {
        let problem = #expect(throws: Problem.self) { try UserBody.read(Self.object(count)) }
        let errors = problem?.errors ?? []
        #expect(errors.count == min(count, 50))
        #expect(errors.prefix(5).allSatisfy { $0.detail.contains("; ") })
        #expect(errors.dropFirst(5).allSatisfy { !$0.detail.contains("; ") })
        let names = (0..<count).map { "nmae\($0)" }.sorted().prefix(50)
        #expect(errors.map(\.pointer) == names.map { "/\($0)" })
    }

    @Test("hints are shared by the objects of a body")
    func nested() {
        let members = (0..<10).map { _ in #"{"user":"a","rol":"x"}"# }.joined(separator: ",")
        let problem = #expect(throws: Problem.self) { try MembersBody.read("{\"members\":[\(members)]}") }
        #expect(problem?.errors.count { $0.detail.contains("did you mean `role`?") } == 5)
    }

    @Test("an item of a bulk call is refused with a reason, however many there are")
    func bulk() throws {
        let user = #"{"id":"u","# + Self.object(60).dropFirst()
        let text = "{\"users\":[" + (0..<200).map { _ in user }.joined(separator: ",") + "]}"
        let users = try UserBulkBody.read(Array(text.utf8), rules: .backend).users
        let counts = users.map { result in
            if case .failure(let problem) = result { problem.errors.count } else { 0 }
        }
        #expect(counts.allSatisfy { $0 >= 1 })
        #expect(counts.first == 50)
        #expect(counts.reduce(0, +) < 1_300)
    }

    @Test(
        "a slip of the pen is still told",
        arguments: [("nmae", "name"), ("timezone", "timeZone"), ("role", "roles")]
    )
    func slip(name: String, meant: String) {
        let problem = #expect(throws: Problem.self) { try UserBody.read("{\"\(name)\":null}") }
        #expect(problem?.errors.map(\.detail) == ["unknown field `\(name)`; did you mean `\(meant)`?"])
    }

    @Test(
        "a filter of null is no filter, and is refused",
        arguments: ["ids", "category", "thread", "entity", "link", "before"]
    )
    func nullFilter(name: String) {
        #expect(InboxScopeBody.pointers("{\"\(name)\":null}", .user) == ["/\(name)"])
        #expect(InboxScopeBody.pointers("{}", .user) == [])
    }
}
