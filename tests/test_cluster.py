"""Several workers behind a real proxy: whichever of them dies, people go on."""

import asyncio
import json
import time
from collections.abc import Callable

import pytest
from websockets.asyncio.client import ClientConnection

from tests.clients import Client, Frame
from tests.cluster import Cluster

pytestmark = pytest.mark.anyio
ASKED_ELSEWHERE_S = 4
"""What was sent to a worker that gives no answer is asked elsewhere after so long (deploy/Caddyfile)."""


async def test_the_site_goes_on_through_the_proxy_whichever_worker_is_gone(
    make_cluster: Callable[..., Cluster],
) -> None:
    cluster = make_cluster(2)
    async with Client(cluster.url) as ana:
        page = await ana.http.get("/")
        assert "<!doctype html>" in page.text.lower()
        await ana.sign_in()
        place = await ana.post("/api/play-now", {"game": "toma2"})
        socket = await ana.connect()
        assert ana.me["id"] == (await _hello(socket))["player"]["id"]
        await socket.close()
        assert place["table"] > 0

        for worker in cluster.workers:
            worker.kill()
            assert (await ana.http.get("/api/me")).json()["id"] == ana.me["id"]  # the very next request
            made = await ana.http.post("/api/guest")  # and one that may not be sent twice
            assert made.status_code == 200
            worker.start()

        cluster.workers[0].halt()  # the kernel goes on taking connections for it
        try:
            early = [asyncio.create_task(ana.http.get("/api/me")) for _ in range(2)]
            await asyncio.sleep(2)
            since = time.monotonic()
            answers = await asyncio.gather(*(ana.http.get("/api/me") for _ in range(8)))
            assert {answer.status_code for answer in answers} == {200}
            assert (
                time.monotonic() - since < ASKED_ELSEWHERE_S
            )  # by now it is found out: nobody waited for it
            assert [(await answer).status_code for answer in early] == [200, 200]  # asked again elsewhere
        finally:
            cluster.workers[0].resume()


async def _hello(socket: ClientConnection) -> Frame:
    frame: Frame = json.loads(await socket.recv())
    assert frame["type"] == "hello"
    return frame
