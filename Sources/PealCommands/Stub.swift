enum PealCommandsStub {}
