enum PealSQLiteStub {}
