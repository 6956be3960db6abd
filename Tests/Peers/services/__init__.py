"""Push services, played with libraries that are not ours."""
