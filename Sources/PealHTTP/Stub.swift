enum PealHTTPStub {}
