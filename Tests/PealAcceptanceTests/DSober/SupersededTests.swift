import Testing

@Suite("S4 DSober: what a later notification makes out of date")
struct SupersededTests {
    @Test("an accepted ride that still waits for its retry is not announced any more once the driver has cancelled")
    func cancelledRide() async throws {
        try await withSandbox(at: "2030-01-15T17:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            let phone = try await dsober.user("riley").phone()
            try await DSoberFixture.put("ride/r1", on: dsober)
            try await sandbox.fault(["provider": "fcm", "answer": ["status": 503, "retryAfter": 120], "times": 1])
            func ride(_ type: String, _ data: JSON) -> JSON {
                ["type": "\(type)", "entity": "ride/r1", "to": ["users": ["riley"]], "data": data]
            }
            let accepted = try await dsober.trigger(
                ride(
                    "ride-accepted",
                    ["driver": "Morgan", "car": "a blue Civic", "arrivesAt": "2030-01-15T18:00:00Z"]
                )
            )
            try await dsober.trigger(ride("ride-cancelled-by-dd", ["driver": "Morgan"]))
            try await sandbox.advance("PT1H")
            #expect(try await phone.pushes().map(\.status) == [503, 200])
            #expect(try await phone.notifications().map { $0["title"].string } == ["Your ride was cancelled"])
            let why = try await accepted.why("riley")
            #expect(why["channels"]["push"]["reason"].string == "superseded")
            #expect(why["deliveries"][0]["state"].string == "cancelled")
            let again = try await dsober.trigger(
                ride(
                    "ride-accepted",
                    ["driver": "Alex", "car": "a red Civic", "arrivesAt": "2030-01-15T19:00:00Z"]
                )
            )
            #expect(
                try await again.why("riley")["deliveries"][0]["state"].string == "accepted",
                "the next driver comes"
            )
        }
    }
}
