// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnJobs
@testable internal import LimnPipeline
internal import Testing

struct SizeBudgetTests {
    /// Documents whose ink takes bytes in inverse proportion to the tolerance: 1000 + 10 / tolerance.
    private func run(limit: Int?, granted: Double = 0.1) throws -> (kept: Double, tried: [Double]) {
        var tried: [Double] = []
        let budget = SizeBudget(limit: limit, granted: try #require(Tolerance(points: granted)))
        let (made, tolerance) = try budget.run { tolerance in
            tried.append(tolerance.points)
            return (1000 + Int(10 / max(tolerance.points, 0.001)), tolerance.points)
        }
        #expect(made == tolerance.points)
        #expect(tried.last == tolerance.points, "the last document made is the one that is kept")
        return (tolerance.points, tried)
    }

    @Test func `Without a limit, or within it, the tolerance stays as granted`() throws {
        #expect(try run(limit: nil).tried == [0.1])
        #expect(try run(limit: 1100).tried == [0.1])
    }

    @Test func `The tolerance is raised as far as the size asks, and little further`() throws {
        // 1050 bytes need 0.2 pt exactly; 1030 need a little less than a third of a point.
        let first = try run(limit: 1050)
        #expect((0.2...0.2125).contains(first.kept), "\(first)")
        let second = try run(limit: 1030)
        #expect((10.0 / 31...0.36).contains(second.kept), "\(second)")
        #expect(second.tried.count <= 8)
    }

    @Test func `At a whole point it gives up and tells both sizes`() throws {
        #expect {
            try run(limit: 1005)
        } throws: { error in
            "\(error)" == "The new document cannot be as small as 1005 bytes: it has 1100 with a tolerance of 0.1 pt, "
                + "and 1010 with the largest one, 1.0 pt."
        }
    }

    @Test func `A tolerance above the bound that was granted is kept`() throws {
        #expect(try run(limit: 1010, granted: 2).tried == [2])
        #expect(throws: LimnError.self) { try run(limit: 1001, granted: 2) }
    }
}
