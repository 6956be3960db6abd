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
    hidden = [found for found in differential.unknown.items() if not found[1] - {401, 403} and found[0][0] not in NO_SUCCESS]
    assert hidden == []
    failed = [found for found in differential.own.items() if min(found[1]) >= 300 and found[0][0] not in NO_SUCCESS]
    assert failed == []
