import Testing

@Test("placeholder that the first real file replaces") func start() { #expect(Bool(true)) }
