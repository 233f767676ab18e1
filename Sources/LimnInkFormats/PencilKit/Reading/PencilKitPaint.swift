// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Converts an ink's color and the opacities of its points (0…2) to a brush color and an opacity channel (0…1).
///
/// Alpha and opacity are multiplied. A constant opacity becomes part of the color's alpha. An opacity above 1
/// increases alpha, up to 1. Pencils store the same value twice: a sample with alpha 0.5 also has opacity 0.5 in its
/// points. So a pencil's alpha is ignored if all its points have that opacity, and always in the legacy format
/// (inferred).
struct PencilKitPaint {
    /// The color, with the alpha of the whole stroke.
    let color: Color
    /// The factor by which the opacities of points are multiplied.
    let opacityFactor: Double

    init(ink: PencilKitInk, opacities: ClosedRange<Double>, isLegacy: Bool) {
        var alpha = ink.color.alpha
        let isConstant = opacities.lowerBound == opacities.upperBound
        let repeats = isConstant && (opacities.lowerBound - alpha).magnitude <= 1 / 250.0
        if ink.kind == .pencil, isLegacy || repeats { alpha = 1 }
        let raised = min(1, alpha * (isConstant ? opacities.upperBound : max(1, opacities.upperBound)))
        opacityFactor = raised > 0 ? alpha / raised : 1
        // The ink's alpha is more precise than the opacity of points.
        let whole = ink.kind == .pencil && repeats ? ink.color.alpha : raised
        color = Color(red: ink.color.red, green: ink.color.green, blue: ink.color.blue, alpha: whole)
    }
}
