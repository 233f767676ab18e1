// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A smooth curve through values at equal steps: it minimizes Σ wᵢ (yᵢ − zᵢ)² + Σ λⱼ (Δ³z)ⱼ².
///
/// See Whittaker, “On a New Method of Graduation”, 1923, and Eilers, “A Perfect Smoother”, Analytical Chemistry 75,
/// 2003. `Studio/ink/penalized-fit.js` does the same.
struct PenalizedFit {
    /// The order of the difference, and the number of elements of a row of the system left of its diagonal.
    static let order = 3

    /// The natural logarithm of the determinant of the system.
    let logDeterminant: Double
    /// Cholesky's factor of the system. Row i has its elements from the diagonal leftwards.
    private let lower: [Double]
    private let weights: [Double]

    /// Factors the system W + DᵀΛD.
    ///
    /// - Parameters:
    ///   - weights: the weights of the values, above 0.
    ///   - penalties: the penalties of the third differences, 0 or more; three fewer than weights.
    init(weights: [Double], penalties: [Double]) {
        let difference: [Double] = [-1, 3, -3, 1]
        let (order, width) = (Self.order, Self.order + 1)
        precondition(penalties.count + order == weights.count, "each third difference has one penalty")
        var lower = Array(repeating: 0.0, count: weights.count * width)
        for i in weights.indices { lower[i * width] = weights[i] }
        for j in penalties.indices {
            for row in 0...order {
                for column in 0...row {
                    lower[(j + row) * width + row - column] += penalties[j] * difference[row] * difference[column]
                }
            }
        }
        var logarithm = 0.0
        for i in weights.indices {
            for left in stride(from: min(order, i), through: 0, by: -1) {
                let j = i - left
                var sum = lower[i * width + left]
                for k in stride(from: 1, through: min(order - left, j), by: 1) {
                    sum -= lower[i * width + left + k] * lower[j * width + k]
                }
                if left > 0 {
                    lower[i * width + left] = sum / lower[j * width]
                } else {
                    lower[i * width] = sum.squareRoot()
                    logarithm += log(sum)
                }
            }
        }
        (self.lower, self.weights, logDeterminant) = (lower, weights, logarithm)
    }

    /// Returns the values of the curve.
    func fitted(_ values: [Double]) -> [Double] {
        let (order, width) = (Self.order, Self.order + 1)
        var z = zip(values, weights).map { $0 * $1 }
        for i in z.indices {
            for k in stride(from: 1, through: min(order, i), by: 1) { z[i] -= lower[i * width + k] * z[i - k] }
            z[i] /= lower[i * width]
        }
        for i in z.indices.reversed() {
            for k in stride(from: 1, through: min(order, z.count - 1 - i), by: 1) {
                z[i] -= lower[(i + k) * width + k] * z[i + k]
            }
            z[i] /= lower[i * width]
        }
        return z
    }
}
