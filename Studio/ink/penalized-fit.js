// SPDX-License-Identifier: Apache-2.0
// Fits a smooth curve to values at equal steps (Whittaker 1923; Eilers, Analytical Chemistry 75, 2003): it minimizes
// Σ wᵢ (yᵢ − zᵢ)² + Σ λⱼ (Δ³z)ⱼ². LimnInk's PenalizedFit.

/** The coefficients of the third difference. */
const difference = [-1, 3, -3, 1];
/** The order of the difference, and how many elements of a row of the system lie left of its diagonal. */
export const order = 3;

export class PenalizedFit {
    /** The natural logarithm of the determinant of the system. */
    logDeterminant = 0;
    #lower;
    #weights;

    /**
     * Factors the system W + DᵀΛD by Cholesky's method.
     * @param {Float64Array} weights of the values, above 0
     * @param {Float64Array} penalties of the third differences, 0 or more; three fewer than weights
     */
    constructor(weights, penalties) {
        const count = weights.length;
        // Row i has its elements from the diagonal leftwards.
        const lower = new Float64Array(count * (order + 1));
        for (let i = 0; i < count; i++) lower[i * (order + 1)] = weights[i];
        for (let j = 0; j + order < count; j++) {
            for (let row = 0; row <= order; row++) {
                for (let column = 0; column <= row; column++) {
                    lower[(j + row) * (order + 1) + row - column] += penalties[j] * difference[row] * difference[column];
                }
            }
        }
        for (let i = 0; i < count; i++) {
            for (let left = Math.min(order, i); left >= 0; left--) {
                const j = i - left;
                let sum = lower[i * (order + 1) + left];
                for (let k = 1; k <= order - left && k <= j; k++) {
                    sum -= lower[i * (order + 1) + left + k] * lower[j * (order + 1) + k];
                }
                if (left > 0) lower[i * (order + 1) + left] = sum / lower[j * (order + 1)];
                else {
                    lower[i * (order + 1)] = Math.sqrt(sum);
                    this.logDeterminant += Math.log(sum);
                }
            }
        }
        this.#lower = lower;
        this.#weights = weights;
    }

    /**
     * The values of the curve.
     * @param {Float64Array} values @returns {Float64Array}
     */
    fitted(values) {
        const [count, lower, weights] = [values.length, this.#lower, this.#weights];
        const z = new Float64Array(count);
        for (let i = 0; i < count; i++) {
            const row = i * (order + 1);
            let sum = values[i] * weights[i];
            if (i > 0) sum -= lower[row + 1] * z[i - 1];
            if (i > 1) sum -= lower[row + 2] * z[i - 2];
            if (i > 2) sum -= lower[row + 3] * z[i - 3];
            z[i] = sum / lower[row];
        }
        for (let i = count - 1; i >= 0; i--) {
            const row = i * (order + 1);
            let sum = z[i];
            if (i + 1 < count) sum -= lower[row + (order + 1) + 1] * z[i + 1];
            if (i + 2 < count) sum -= lower[row + 2 * (order + 1) + 2] * z[i + 2];
            if (i + 3 < count) sum -= lower[row + 3 * (order + 1) + 3] * z[i + 3];
            z[i] = sum / lower[row];
        }
        return z;
    }
}
