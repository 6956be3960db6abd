enum PealSandboxStub {}
