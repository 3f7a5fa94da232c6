"""The examples for hosts: they can be read by what they are for, and say nothing of settings that are none."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from parts import needs
from taflheim.hall.settings import KNOWN
from taflheim.hall.settings_sources import flag_of, variable_of

DEPLOY = Path(__file__).parents[1] / "deploy"
VARIABLES = {"TAFLHEIM_HOME", "TAFLHEIM_CACHE", "TAFLHEIM_CONFIG", *map(variable_of, KNOWN)}
FLAGS = {"--config", "--ray", *map(flag_of, KNOWN)}


def test_all_settings_in_the_examples_are_settings() -> None:
    for file in DEPLOY.iterdir():
        text = file.read_text()
        assert set(re.findall(r"TAFLHEIM_\w+", text)) <= VARIABLES, file
        for line in re.findall(r"taflheim serve (--.*)", text):
            assert set(re.findall(r"--[a-z-]+", line)) <= FLAGS, file


@needs("systemd-analyze")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "taflheim.service"
    # The program is not installed there on this machine.
    unit.write_text((DEPLOY / "taflheim.service").read_text().replace("/opt/taflheim/bin/taflheim", sys.executable))
    found = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert [line for line in found.stderr.splitlines() if "taflheim.service" in line] == []


def test_the_compose_file_has_a_server_and_its_database() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    server = services["taflheim"]
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).exists()
    assert server["environment"]["TAFLHEIM_DATABASE_URL"].startswith("postgresql://taflheim:")
    assert set(server["depends_on"]) <= set(services)
    assert all(port.startswith("127.0.0.1:") for port in server["ports"])  # only a proxy is for everybody


def test_the_compose_file_of_several_workers_has_all_that_they_share() -> None:
    services = yaml.safe_load((DEPLOY / "compose-workers.yaml").read_text())["services"]
    workers = [services[name] for name in ("one", "two")]
    environment = workers[0]["environment"]
    assert environment["TAFLHEIM_DATABASE_URL"].partition("@")[2].partition("/")[0] in services
    assert environment["TAFLHEIM_REDIS_URL"].partition("@")[2].partition(":")[0] in services
    assert workers[0]["environment"] == workers[1]["environment"] and workers[0]["volumes"] != workers[1]["volumes"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"], "all else is inside"
    assert services["proxy"]["networks"]["inside"]["ipv4_address"] == environment["TAFLHEIM_PROXY"]
    asked = re.findall(r"server (\w+):8000", (DEPLOY / "nginx-workers.conf").read_text())
    assert asked == ["one", "two"]


@pytest.mark.slow
def test_ray_takes_the_cluster_file() -> None:
    util = pytest.importorskip("ray.autoscaler._private.util")
    given = yaml.safe_load((DEPLOY / "ray-cluster.yaml").read_text())
    asked = given["max_workers"]
    taken = util.prepare_config(given)
    util.validate_config(taken)
    assert taken["max_workers"] == asked, "there is an address for each"
    flags = {flag for option in import_module("ray.scripts.scripts").start.params for flag in option.opts}
    for kind in ("head", "worker"):
        for command in taken[f"{kind}_start_ray_commands"]:
            assert set(re.findall(r"--[a-z-]+", command)) <= flags


def test_the_container_runs_the_server_as_nobody_special() -> None:
    lines = [line for line in (DEPLOY / "Containerfile").read_text().splitlines() if line and not line.startswith("#")]
    words = [line.split()[0] for line in lines]
    assert set(words) <= {"FROM", "RUN", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "CMD"}
    assert words[0] == "FROM" and lines[-1] == 'CMD ["taflheim", "serve"]'
    assert "USER taflheim" in lines


@pytest.mark.parametrize("name", ["nginx.conf", "nginx-workers.conf"])
def test_nginx_hands_on_who_asks_and_keeps_control_inside(name: str) -> None:
    text = re.sub(r"#.*", "", (DEPLOY / name).read_text())
    depth = 0
    for part in re.findall(r"[^;{}]*[;{}]", text):
        words = part.split()
        depth += {"{": 1, "}": -1}.get(part[-1], 0)
        assert depth >= 0
        assert part[-1] == "}" or words, "a directive has a name"
    assert depth == 0
    directives = {" ".join(part.split()) for part in re.findall(r"[^;{}]+(?=[;{])", text)}
    assert {
        "proxy_set_header Host $host",
        "proxy_set_header X-Forwarded-For $remote_addr",
        "proxy_set_header X-Forwarded-Proto $scheme",
        "location = /control",
    } <= directives
