// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
@testable internal import LimnPipeline
internal import Testing

struct ToleranceBudgetTests {
    @Test(arguments: [0.0003, 0.001, 0.01, 0.05, 0.1, 0.5, 2, 100])
    func `What the steps use up is what was granted`(points: Double) throws {
        let budget = ToleranceBudget(try #require(Tolerance(points: points)))
        #expect((budget.path.points + budget.unit - points).magnitude < 1e-12)
        #expect((budget.total - points).magnitude < 1e-12)
        // Rounding to a step moves a point by half a diagonal and a radius by a quarter of it, together within one step.
        #expect(0.5.squareRoot() * budget.unit + budget.unit / 4 <= budget.unit)
    }

    @Test func `Most of it goes to leaving out points`() throws {
        let budget = ToleranceBudget(.storage)
        #expect((budget.path.points - 0.075).magnitude < 1e-12)
        #expect(budget.unit == 0.025)
        #expect(ToleranceBudget(try #require(Tolerance(points: 50))).unit == 0.025)
    }

    @Test(arguments: [0, 0.00001, 0.0001])
    func `Below what numbers in a PDF can carry nothing is left out, and the error is told as it is`(points: Double)
        throws
    {
        let budget = ToleranceBudget(try #require(Tolerance(points: points)))
        #expect(budget.path == .exact)
        #expect(budget.unit == 0.0001)
        #expect(budget.total == 0.0001)
    }
}
