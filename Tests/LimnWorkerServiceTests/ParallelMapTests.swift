// SPDX-License-Identifier: GPL-3.0-or-later

@testable internal import LimnWorkerService
internal import Testing

struct SharedWorkTests {
    @Test(arguments: [0, 1, 2, 3, 500])
    func `What threads share comes out in order, each once`(count: Int) {
        let made = ParallelMap.map(Array(0..<count)) { item in (0...(item % 7 * 1000)).reduce(item, ^) }
        #expect(made == (0..<count).map { item in (0...(item % 7 * 1000)).reduce(item, ^) })
    }
}
