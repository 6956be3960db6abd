enum PealWireStub {}
