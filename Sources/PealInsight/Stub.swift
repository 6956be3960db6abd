enum PealInsightStub {}
