"""The socket of the service: answers of two pieces leave at once."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

from league.server import address


def test_no_piece_of_an_answer_waits_for_the_receipt_of_the_one_before() -> None:
    async def story(server: socket.socket) -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            found.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(met, sock=server):
            _, writer = await asyncio.open_connection(*server.getsockname())
            no_delay = await found
            writer.close()
        return no_delay

    with address.listen(host="127.0.0.1", port=20000) as server, ThreadPoolExecutor(1) as thread:
        no_delay = thread.submit(lambda: asyncio.run(story(server))).result()

    assert no_delay != 0
