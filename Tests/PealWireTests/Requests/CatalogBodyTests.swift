import PealCore
import PealWire
import Testing

@Suite("Bodies about catalogs")
struct CatalogBodyTests {
    @Test(
        "a review names its reviewer, and a rollback a version",
        arguments: [
            ("{}", "/reviewedBy", "/version"),
            ("{\"reviewedBy\":\"\",\"version\":0}", "/reviewedBy", "/reviewedBy /version"),
            ("{\"reviewedBy\":1,\"version\":\"1\"}", "/reviewedBy", "/reviewedBy /version"),
            ("{\"reviewedBy\":\"Ada\",\"version\":1.5}", "", "/version"),
        ]
    )
    func wrong(text: String, review: String, rollback: String) {
        #expect(CatalogPublishBody.pointers(text).filter { $0 != "/version" }.joined(separator: " ") == review)
        #expect(CatalogRollbackBody.pointers(text).joined(separator: " ") == rollback)
    }

    @Test("both are read, and what they do not know is refused")
    func read() throws {
        #expect(try CatalogPublishBody.read("{\"reviewedBy\":\"Ada\"}").reviewedBy == "Ada")
        let body = try CatalogRollbackBody.read("{\"version\":3,\"reviewedBy\":\"Bo\"}")
        #expect((body.version, body.reviewedBy) == (3, "Bo"))
        #expect(CatalogPublishBody.pointers("{\"reviewedBy\":\"Ada\",\"by\":1}") == ["/by"])
    }

    @Test("a finding's line stands beside its pointer")
    func line() throws {
        let problem = Problem(
            .invalid,
            errors: [FieldProblem("is wrong", at: "/types/x", line: 12), FieldProblem("too", at: "/y")]
        )
        let json = try JSONParser.parse(JSONWriter.bytes { problem.write(to: &$0, requestID: nil) })
        let errors = json.object?["errors"]?.array ?? []
        #expect(errors.first?.object?["line"] == .integer(12))
        #expect(errors.last?.object?["line"] == nil)
    }
}
