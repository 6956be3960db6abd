import PealWire
import Testing

@Suite("What a secret key may do")
struct KeyGrantTests {
    @Test("is written as a scope, or all of them, with :read for what changes nothing", arguments: KeyGrant.all)
    func text(grant: KeyGrant) { #expect(KeyGrant(grant.text) == grant) }

    @Test(
        "is nothing for a word that is not a scope",
        arguments: [
            "", ":read", "read", "trigger", "triggers:", "triggers:write", "triggers:read:read", "Triggers", "**",
        ]
    )
    func unknown(text: String) { #expect(KeyGrant(text) == nil) }

    @Test("covers its own scope, and reading always", arguments: Scope.allCases)
    func allows(scope: Scope) {
        for grant in KeyGrant.all {
            let covers = grant.scope == nil || grant.scope == scope
            #expect(grant.allows(scope, isReading: true) == covers)
            #expect(grant.allows(scope, isReading: false) == (covers && !grant.isReadOnly))
        }
    }
}
