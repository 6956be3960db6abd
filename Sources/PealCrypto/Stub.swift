enum PealCryptoStub {}
