enum TestingStub {}
