"""What the tests read of the OpenAPI document."""

METHODS = ("get", "put", "post", "patch", "delete")


class Contract:
    """The document as the server serves it."""

    def __init__(self, document):
        self.document = document

    def resolved(self, value):
        """What a reference stands for."""
        while isinstance(value, dict) and "$ref" in value:
            found = self.document
            for part in value["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            value = found
        return value

    def operations(self):
        """Every path, method and operation."""
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    yield path, method.upper(), item[method]

    def parameters(self, operation):
        return [self.resolved(parameter) for parameter in operation.get("parameters", [])]

    def bodies(self, operation):
        """Every body of an operation: `request` or a status, the media type, and its description."""
        request = self.resolved(operation.get("requestBody", {}))
        for media, content in request.get("content", {}).items():
            yield "request", media, content
        for status, response in operation["responses"].items():
            for media, content in self.resolved(response).get("content", {}).items():
                yield status, media, content

    def examples(self, content):
        """The examples of a body: its own, or those of its schema."""
        if "example" in content:
            return [content["example"]]
        if "examples" in content:
            return [self.resolved(example)["value"] for example in content["examples"].values()]
        return self.resolved(content.get("schema", {})).get("examples", [])
