"""Calls the function of every type of a catalog with nothing but what it requires, and the examples of the catalog."""

import datetime
import importlib.util
import inspect
import re
import sys
from decimal import Decimal

import yaml


class EveryType:
    def __init__(self, file, catalog, url, secret_key):
        self.catalog = yaml.safe_load(catalog.read_text())
        name = "generated_" + self.catalog["app"]
        specification = importlib.util.spec_from_file_location(name, file)
        self.module = importlib.util.module_from_spec(specification)
        sys.modules[name] = self.module
        specification.loader.exec_module(self.module)
        self.peal = self.module.Peal(url, secret_key)

    def put_directory(self):
        """Puts a user and one entity of each type, parents first; how many entities."""
        self.peal.put_user("ann")
        declared = self.catalog["entities"]
        for kind in sorted(declared, key=lambda kind: len(self.ancestors(kind))):
            parents = self.ancestors(kind)
            parent = self.module.EntityRef(parents[0], "x1") if parents else None
            fields = self.module.Entity(parent=parent, owner_id="ann")
            self.peal.put_entity(self.module.EntityRef(kind, "x1"), fields, {"ann": self.module.Member()})
        return len(declared)

    def ancestors(self, kind):
        parent = (self.catalog["entities"][kind] or {}).get("parent")
        return [parent, *self.ancestors(parent)] if parent else []

    def trigger_all(self):
        """Sends a trigger of each type; how many were accepted."""
        accepted = [self.trigger(kind, declaration) for kind, declaration in self.catalog["types"].items()]
        return sum(answer.id.startswith("trg_") and not answer.duplicate for answer in accepted)

    def trigger(self, kind, declaration):
        function = getattr(self.peal, kind.replace("-", "_"))
        values = {snake(name): self.value(variable) for name, variable in (declaration.get("data") or {}).items()}
        values |= {"from_": values["from"]} if "from" in values else {}
        required = [
            name for name, parameter in inspect.signature(function).parameters.items() if parameter.default is parameter.empty
        ]
        values |= {"to": self.module.Users(["ann"]), "transition": "t1", "entity": self.module.EntityRef(self.subject, "x1")}
        chosen = {name: values[name] for name in required}
        # What the default recipients, or a variable that the directory has, need where the trigger says nothing.
        if "entity" in inspect.signature(function).parameters and "{{entity" not in str(declaration.get("dedupe")):
            chosen["entity"] = values["entity"]
        for name, variable in (declaration.get("data") or {}).items():
            if "from" in variable:
                chosen[snake(name)] = self.value(variable)
        return function(**chosen)

    @property
    def subject(self):
        """The entity type that most types are about: one with a parent, where the app has such."""
        kinds = self.catalog["entities"]
        return max(kinds, key=lambda kind: (len(self.ancestors(kind)), kind))

    def value(self, variable):
        example = variable["example"]
        match variable["type"]:
            case "instant":
                return datetime.datetime.fromisoformat(example.replace("Z", "+00:00"))
            case "date":
                return datetime.date.fromisoformat(example)
            case "duration":
                return datetime.timedelta(minutes=15)
            case "money":
                amount, currency = example.split(" ")
                return self.module.Money(Decimal(amount), currency)
            case _:
                return example


def snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower().replace("-", "_")
