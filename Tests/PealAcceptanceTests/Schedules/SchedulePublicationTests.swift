import Testing

@Suite("Schedules and publications (R066)")
struct SchedulePublicationTests {
    private static let shipped = "schedule: {entity: event, at: startsAt, offset: -1h,"

    private static func events(_ count: Int, _ gss: Backend) async throws {
        for number in 1...count {
            try await gss.putEntity(
                "event/e\(number)",
                [
                    "times": ["startsAt": "2030-01-15T18:00:00Z"],
                    "attributes": ["event": "Lunch run", "place": "Town park"],
                ]
            )
        }
    }

    @Test("R066: a published offset moves what is planned already, for every entity")
    func offset() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await Self.events(3, gss)
            try await CatalogFile(backend: gss).publish((Self.shipped, Self.shipped.replacing("-1h", with: "-3h")))
            try await sandbox.setClock("2030-01-15T15:00:00Z")
            #expect(try await gss.triggerCount() == 3)
            try await sandbox.setClock("2030-01-15T19:00:00Z")
            #expect(try await gss.triggerCount() == 3, "once for each time")
        }
    }

    @Test("R066: a type that loses its schedule fires no more; one that gets it back does")
    func dropped() async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            let gss = sandbox.backend("gss")
            try await Self.events(2, gss)
            let file = CatalogFile(backend: gss)
            try await file.publish(("    \(Self.shipped)", "    # \(Self.shipped)"))
            try await sandbox.setClock("2030-01-15T17:10:00Z")
            #expect(try await gss.triggerCount() == 0)
            try await file.publish(("    # \(Self.shipped)", "    \(Self.shipped)"))
            try await sandbox.settle()
            #expect(try await gss.triggerCount() == 2, "ten minutes late is worth it")
        }
    }
}
