"""Nobody sees or changes what is not theirs: over every route, method and kind of id of the OpenAPI document.

For each operation, each place in it that names something, and each credential of one side, the test asks for what the other
side has and for what does not exist. Both answers have to be the same, and what the others have stays as it was.
"""

from tenants.differential import Differential
from tenants.slots import NO_SUCCESS


def test_what_is_of_others_does_not_exist(world):
    differential = Differential(world)
    for app, user in (("gss", "ann"), ("twin", "ben")):
        differential.run(app, user)
    print("%d cases, %d requests" % (differential.cases, differential.requests))
    assert differential.leaks == []
    assert differential.differences == []
    assert differential.changes == []
    assert differential.cases >= 3_500
    # A request that is refused for another reason shows nothing.
    for (operation, slot), statuses in differential.unknown.items():
        assert statuses - {401, 403} or operation in NO_SUCCESS, (operation, slot, statuses)
    for (operation, slot), statuses in differential.own.items():
        assert min(statuses) < 300 or operation in NO_SUCCESS, (operation, slot, statuses)
