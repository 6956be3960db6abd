enum PealServerStub {}
