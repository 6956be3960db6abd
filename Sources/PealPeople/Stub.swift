enum PealPeopleStub {}
