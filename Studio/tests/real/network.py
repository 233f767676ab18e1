# SPDX-License-Identifier: GPL-3.0-or-later
"""A bad network: a proxy between the browser and the server that drops, delays and cuts connections."""
import random
import select
import socket
import threading
import time


class Network:
    """Listens at a port of its own; `reach` says where the server is."""

    def __init__(self, seed: int = 1):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.target = 0
        self.isDown = False
        #: Seconds that each piece is held back.
        self.delay = 0.0
        #: How likely a piece ends its connection: half of it is passed on, then both ends are reset.
        self.cuts = 0.0
        self.cutCount = 0
        #: How often it was taken away.
        self.outages = 0
        self.random = random.Random(seed)
        self.pairs: set = set()
        self.lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def reach(self, port: int):
        self.target = port

    def take_away(self):
        """No connection lives on, and no new one is made."""
        self.isDown = True
        self.outages += 1
        with self.lock:
            pairs = list(self.pairs)
        for pair in pairs:
            self._reset(pair)

    def give_back(self):
        self.isDown = False

    def close(self):
        self.take_away()
        self.listener.close()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket):
        if self.isDown:
            self._reset((near,))
            return
        try:
            far = socket.create_connection(("127.0.0.1", self.target), timeout=5)
        except OSError:
            self._reset((near,))
            return
        pair = (near, far)
        with self.lock:
            self.pairs.add(pair)
        try:
            while not self.isDown:
                for ready in select.select(pair, [], [], 0.2)[0]:
                    piece = ready.recv(65536)
                    if not piece:
                        return
                    if self.delay:
                        time.sleep(self.delay)
                    other = far if ready is near else near
                    if self.random.random() < self.cuts:
                        other.sendall(piece[:len(piece) // 2])
                        self.cutCount += 1
                        return
                    other.sendall(piece)
        except (OSError, ValueError):
            pass
        finally:
            with self.lock:
                self.pairs.discard(pair)
            self._reset(pair)

    @staticmethod
    def _reset(ends):
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()
