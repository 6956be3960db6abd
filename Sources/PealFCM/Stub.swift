enum PealFCMStub {}
