# SPDX-License-Identifier: GPL-3.0-or-later
"""A tab that nobody listens to. Playwright hears of every request of its tabs, which takes the processor as long as the
request itself; this one is only asked when something is wanted of it."""
import asyncio
import json
import time


class UnwatchedTab:
    """A tab in a context of its own, that is, of a browser that has never been anywhere."""

    def __init__(self, session, context: str):
        self.session, self.context, self.target = session, context, ""
        self.answers: dict[int, asyncio.Future] = {}
        self.count = 0

    @classmethod
    async def made(cls, browser, scripts: str, cookies: list[dict], size=(1200, 1000), ratio: int = 2):
        session = await browser.new_browser_cdp_session()
        context = (await session.send("Target.createBrowserContext"))["browserContextId"]
        tab = cls(session, context)
        session.on("Target.receivedMessageFromTarget", tab._received)
        if cookies:
            await session.send("Storage.setCookies", {"cookies": cookies, "browserContextId": context})
        tab.scripts, tab.size, tab.ratio = scripts, size, ratio
        await tab.renew()
        return tab

    async def renew(self):
        """A new tab of the same browser."""
        if self.target:
            await self.session.send("Target.closeTarget", {"targetId": self.target})
        self.target = (await self.session.send("Target.createTarget", {"url": "about:blank", "browserContextId": self.context}))["targetId"]
        self.attached = (await self.session.send("Target.attachToTarget", {"targetId": self.target, "flatten": False}))["sessionId"]
        wide, high = self.size
        await self.send("Emulation.setDeviceMetricsOverride", {"width": wide, "height": high, "deviceScaleFactor": self.ratio, "mobile": False})
        await self.send("Page.enable")
        await self.send("Page.addScriptToEvaluateOnNewDocument", {"source": self.scripts})

    def _received(self, event: dict):
        if event["sessionId"] == self.attached:
            message = json.loads(event["message"])
            if (waiting := self.answers.pop(message.get("id", 0), None)) and not waiting.done():
                waiting.set_result(message)

    async def send(self, method: str, parameters: dict | None = None) -> dict:
        self.count += 1
        answer = self.answers[self.count] = asyncio.get_running_loop().create_future()
        await self.session.send("Target.sendMessageToTarget", {
            "sessionId": self.attached, "message": json.dumps({"id": self.count, "method": method, "params": parameters or {}})})
        told = await asyncio.wait_for(answer, 120)
        if "error" in told:
            raise RuntimeError(f"{method}: {told['error']}")
        return told["result"]

    async def goto(self, address: str):
        await self.send("Page.navigate", {"url": address})

    async def evaluate(self, expression: str):
        """The value of an expression, or what its promise resolves to."""
        told = await self.send("Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True})
        if "exceptionDetails" in told:
            raise RuntimeError(told["exceptionDetails"])
        return told["result"].get("value")

    async def wait_for(self, expression: str, seconds: float = 60, step: float = 0.1):
        """Waits until an expression is true. It is asked for seldom, so as not to disturb."""
        end = time.monotonic() + seconds
        while not await self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > end:
                raise TimeoutError(expression)
            await asyncio.sleep(step)

    async def close(self):
        await self.session.send("Target.disposeBrowserContext", {"browserContextId": self.context})
        await self.session.detach()
