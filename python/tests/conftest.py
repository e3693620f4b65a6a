"""What all tests share: strategies that reach every width of text, and a profile with a fixed seed."""

from hypothesis import HealthCheck, settings, strategies as st

settings.register_profile("concord", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("concord")
