// SPDX-License-Identifier: GPL-3.0-or-later

import assert from 'node:assert/strict';
import test from 'node:test';
import { editsBefore, History, lit, sessions, strokesBeyond } from '../model/history.js';
import { shownCharacters, tagsOf, typedTags } from '../model/library.js';
import { Course, inBytes, inTime, latencies, quantile, readFigures, total } from '../model/numbers.js';
import { address, parsed } from '../model/routes.js';
import { atTable, changedRegion, regionBetween, regionPicture } from '../model/table.js';
import { Api } from '../sync/api.js';

/** @param {number} y */
const stroke = (y) => /** @type {any} */ ({
    brush: { kind: 'pen', color: { red: 0, green: 0, blue: 0, alpha: 1 }, width: 1, cap: 'round', dash: [] }, width: 1, xy: [0, y, 10, y],
});

test('the table, pictures, histories and numbers have addresses', () => {
    for (const path of ['/table', '/table/tag/Tuesday%20table', '/table/template/t1', '/table/tag/a%2Fb/3/10,20.5,30,40', '/numbers', '/design/t1',
        '/c/x/2/picture', '/c/x/2/replay']) assert.equal(address(parsed(path)), path);
    assert.equal(address({ name: 'editor', character: 'x', page: 2, box: [480, 600.126, 560.5, 622] }), '/c/x/2#at=480,600.13,560.5,622');
    assert.deepEqual(parsed('/c/x/2', '#at=480,600.13,560.5,622'), { name: 'editor', character: 'x', page: 2, box: [480, 600.13, 560.5, 622] });
    for (const hash of ['', '#at=', '#at=1,2,3', '#at=1,2,3,4,5', '#at=9,2,3,4', '#at=a,b,c,d', '#at=1,2,3,']) {
        assert.deepEqual(parsed('/c/x/2', hash), { name: 'editor', character: 'x', page: 2 }, hash);
    }
    assert.deepEqual(parsed('/table/tag/x/1/10,20,30,400'), { name: 'table', tag: 'x', page: 1 });
    assert.deepEqual(parsed('/table/other/x'), { name: 'table' });
    assert.deepEqual(parsed('/c/x/2/film'), { name: 'library' });
});

test('tags are counted, typed and narrow what is shown', () => {
    const people = [['Brann', ['Tuesday', 'Guard']], ['Tam', ['Tuesday']], ['Ysolde', []]].map(([name, tags], i) => /** @type {any} */ ({
        id: String(i), name, tags, template: i === 2 ? 'b' : 'a', favorite: false, modified: String(i), created: String(9 - i) }));
    assert.deepEqual(tagsOf(people), [{ tag: 'Guard', count: 1 }, { tag: 'Tuesday', count: 2 }]);
    assert.deepEqual(typedTags(' Tuesday,, Guard , Tuesday'), ['Tuesday', 'Guard']);
    const names = (/** @type {any} */ filter) => shownCharacters(people, { query: '', sort: 'created', favoritesOnly: false, ...filter }).map(({ name }) => name);
    assert.deepEqual(names({}), ['Brann', 'Tam', 'Ysolde']);
    assert.deepEqual(names({ tag: 'Tuesday' }), ['Brann', 'Tam']);
    assert.deepEqual(atTable(people, { name: 'table', template: 'b' }).map(({ name }) => name), ['Ysolde']);
});

test('a region stays on the page and is never empty', () => {
    assert.deepEqual(regionBetween([70, 30], [20, 10]), [20, 10, 50, 20]);
    assert.deepEqual(regionBetween([-5, 99], [-5, 120]), [0, 98, 2, 2]);
    assert.deepEqual(changedRegion([10, 10, 40, 20], 0, 95), [95, 10, 5, 20]);
    assert.deepEqual(changedRegion([0, 0, 100, 100], 1, 20), [0, 20, 100, 80]);
    assert.deepEqual(changedRegion([70, 10, 20, 20], 2, 50), [50, 10, 50, 20]);
    assert.deepEqual(changedRegion([10, 10, 40, 20], 1, NaN), [10, 10, 40, 20]);
    assert.equal(regionPicture('c', 2, [10, 20, 30, 12.345], { width: 100, height: 50, version: '7' }),
        '/iiif/c:2/pct:10,20,30,12.35/^!100,50/0/default.png?v=7');
});

test('figures are read as Prometheus writes them', () => {
    const figures = readFigures([
        '# TYPE limn_saves_total counter', 'limn_saves_total 12', 'limn_exports{state="done"} 3', 'limn_exports{state="failed"} 1',
        ...[['0.005', 8], ['0.01', 16], ['+Inf', 20]].map(([le, count]) => `http_request_duration_seconds_bucket{method="POST",route="/a\\"b",le="${le}"} ${count}`),
    ].join('\n'));
    assert.equal(total(figures, 'limn_exports'), 4);
    assert.equal(total(figures, 'limn_exports', { state: 'done' }), 3);
    assert.equal(total(figures, 'unknown'), 0);
    const [{ route, count, median, slow }] = latencies(figures);
    assert.deepEqual([route, count, slow], ['/a"b', 20, 0.01]);
    assert.ok(Math.abs(median - 0.00625) < 1e-9, String(median));
    assert.equal(quantile([{ bound: Infinity, count: 0 }], 0.5), undefined);
    assert.equal(inBytes(7340032, 'en'), '7 MiB');
    assert.equal(inTime(0.0095, 'en'), '9.5 ms');
});

test('a course tells by how much a count grows, also when the server starts anew', () => {
    const course = new Course(3);
    for (const count of [5, 7, 7, 12, 2]) course.count(count);
    assert.deepEqual(course.values, [0, 5, 2]);
});

test('sessions are parted by pauses', () => {
    const edit = (/** @type {string | null} */ time, /** @type {number} */ i) => ({ revision: i + 1, time, kind: 'edit', canReplay: i > 0 });
    const edits = ['2026-03-01T19:00:00Z', '2026-03-01T20:30:00Z', null, '2026-03-01T23:00:00Z', '2026-03-08T19:00:00Z'].map(edit);
    assert.deepEqual(sessions(edits).map(({ first, last }) => [first, last]), [[0, 2], [3, 3], [4, 4]]);
    // Four states lie before that day: one of them has no time.
    assert.equal(editsBefore(edits, Date.parse('2026-03-02')), 4);
    assert.equal(editsBefore([null, '2026-03-01T19:00:00Z', '2026-03-08T19:00:00Z'].map(edit), Date.parse('2026-03-02')), 2);
});

test('what is new and what has gone is found, and has other colours', () => {
    const [a, b, c] = [stroke(1), stroke(2), stroke(3)];
    assert.deepEqual(strokesBeyond([a, b, b], [{ ...b }, c]), [a, b]);
    assert.ok(lit(a, 'new').brush.color.blue > 0.8 && lit(a, 'gone').brush.color.red > 0.8 && lit(a, 'same').brush.color.alpha < 0.3);
});

test('a history is read to its end, and each state is asked for once', async () => {
    /** @type {string[]} */
    const asked = [];
    const api = new Api(async (path) => {
        asked.push(String(path));
        const edit = (/** @type {number} */ revision, canReplay = true) => ({ revision, time: '2026-03-01T19:00:00Z', kind: 'edit', canReplay });
        if (String(path).includes('/ink')) return new Response('{"pages":[]}');
        return new Response(JSON.stringify(String(path).includes('cursor=x') ? { edits: [edit(6)] } : { edits: [edit(4, false), edit(5)], next: 'x' }));
    });
    const history = new History(api, 'c', 2);
    await history.load();
    assert.deepEqual(history.edits.map(({ revision }) => revision), [4, 5, 6]);
    assert.equal(history.firstReplayable, 1);
    await history.ink(2);
    await history.ink(2);
    await history.ink(0);
    assert.deepEqual(asked.slice(2), ['/api/v1/characters/c/pages/2/ink?revision=5', '/api/v1/characters/c/pages/2/ink?revision=3']);
});
