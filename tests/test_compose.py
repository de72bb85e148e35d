"""docker-compose.yml, read: no container runs here, but what it says is held against what the tests start."""

import re
import subprocess
from typing import Any

import pytest
import yaml

from app.config import Settings
from app.db.reach import OLDEST
from app.web.serving import END_S
from tests.cluster import worker_environment
from tests.forked import ROOT
from tests.proxy import CADDY, CADDYFILE, environment

Service = dict[str, Any]


@pytest.fixture(scope="module")
def services() -> dict[str, Service]:
    found: dict[str, Service] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    return found


@pytest.fixture(scope="module")
def workers(services: dict[str, Service]) -> dict[str, Service]:
    return {name: service for name, service in services.items() if service.get("image") == "sobremesa"}


def test_workers_are_told_what_the_tests_tell_theirs(workers: dict[str, Service]) -> None:
    assert len(workers) >= 2
    told = worker_environment("", "", "")
    for worker in workers.values():
        assert {name: worker["environment"].get(name) for name in told} | told == {
            **worker["environment"],
            **told,
        }
        assert worker["environment"]["TRUSTED_PROXIES"] == told["TRUSTED_PROXIES"]
        assert {name.lower() for name in worker["environment"]} <= set(Settings.model_fields)
        assert worker["volumes"] == ["keys:/data"]  # one secret key for all
        assert seconds(worker["stop_grace_period"]) > END_S


def test_the_proxy_sends_people_to_every_worker(
    services: dict[str, Service], workers: dict[str, Service]
) -> None:
    proxy = services["proxy"]
    dockerfile = (ROOT / "Dockerfile").read_text()
    port = re.search(r"^ENV .*\bPORT=(\d+)", dockerfile, re.MULTILINE)
    assert port is not None
    assert proxy["environment"]["UPSTREAMS"].split() == [f"{name}:{port[1]}" for name in workers]
    asked = set(re.findall(r"\{\$(\w+)", CADDYFILE.read_text()))
    assert set(proxy["environment"]) <= asked
    assert asked <= set(environment(ROOT, "", []))
    assert f"./{CADDYFILE.relative_to(ROOT)}:/etc/caddy/Caddyfile:ro" in proxy["volumes"]
    assert "/readyz" in dockerfile
    assert "/readyz" in CADDYFILE.read_text()


@pytest.mark.parametrize("site", [":80", "cards.example"])
def test_caddy_understands_its_file(services: dict[str, Service], site: str, tmp_path: Any) -> None:
    told = environment(tmp_path, site, services["proxy"]["environment"]["UPSTREAMS"].split())
    told.pop("BIND")
    done = subprocess.run(
        [CADDY, "validate", "--config", CADDYFILE],
        env=told,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, "Valid configuration" in done.stdout) == (0, True), done.stderr


def test_the_database_is_new_enough_and_valkey_never_evicts(services: dict[str, Service]) -> None:
    assert int(services["postgres"]["image"].partition(":")[2]) >= OLDEST
    assert "noeviction" in services["valkey"]["command"]


def seconds(text: str) -> int:
    assert text.endswith("s")
    return int(text[:-1])
