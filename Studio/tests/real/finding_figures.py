# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds words in a long document: when the first place is listed, and when all are counted."""
import asyncio

from figures import Figures, spread
from opening_figures import WATCH, cookies
from unwatched import UnwatchedTab

#: Milliseconds until the first place is listed and until all are counted.
FIRST, ALL = 150, 2000
#: Looks for words once typing has paused; when the first place was listed, when all were, and how many they are.
FIND = """async (words) => {
    const input = document.querySelector('[data-testid=find]');
    input.value = words;
    const start = performance.now();
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const list = document.querySelector('ul.found');
    let first;
    let isBusy = false;
    while (performance.now() - start < 60000) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        isBusy ||= list.ariaBusy === 'true';
        first ??= isBusy && list.children.length > 0 ? performance.now() - start : undefined;
        if (isBusy && list.ariaBusy === 'false') break;
    }
    return [first, performance.now() - start, Number(document.querySelector('[data-testid=find-count]').dataset.count)];
}"""


async def finding(browser, server, figures: Figures, name: str, book: str, words: list[str]):
    """Each word in a tab that has fetched nothing yet."""
    figures.begin("Finding")
    for word in words:
        times = []
        for _ in range(3):
            tab = await UnwatchedTab.made(browser, WATCH, cookies(server))
            await tab.goto(server.address + book)
            await tab.wait_for(f"window.times?.['sharp {book.split('/')[-1]}']")
            await tab.evaluate("document.querySelector('[data-testid=find-open]').click()")
            await tab.wait_for("document.querySelector('[data-testid=find]')")
            # As long as somebody takes to type a word.
            await asyncio.sleep(0.5)
            times.append(await tab.evaluate(f"({FIND})('{word}')"))
            await tab.close()
        first, every = [one[0] or one[1] for one in times], [one[1] for one in times]
        count = times[0][2]
        figures.tell(sorted(first)[1] <= FIRST, f"{name}, “{word}” ({count} places): until the first place is listed", spread(first), f"{FIRST} ms")
        figures.tell(sorted(every)[1] <= ALL, f"{name}, “{word}”: until all places are counted", spread(every), f"{ALL} ms")
