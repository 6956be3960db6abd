enum PealPipelineStub {}
