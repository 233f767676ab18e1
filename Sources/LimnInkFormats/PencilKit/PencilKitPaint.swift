// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// How an ink's colour and the opacities of points (0…2) become a brush's colour and a channel of 0…1.
///
/// Both multiply. An opacity that is the same everywhere becomes part of the colour's alpha; one beyond 1 raises it, as far as
/// there is room. Of a pencil's two numbers one may repeat the other: a sample with an alpha of 0.5 holds 0.5 in its points
/// too. So a pencil's alpha does not count where all its points have the same number, and never in the older form (inferred).
struct PencilKitPaint {
    /// The colour with the alpha of the stroke as a whole.
    let color: Color
    /// What the opacities of points are multiplied with.
    let opacityFactor: Double

    init(ink: PencilKitInk, opacities: ClosedRange<Double>, isOldForm: Bool) {
        var alpha = ink.color.alpha
        let isConstant = opacities.lowerBound == opacities.upperBound
        let repeats = isConstant && (opacities.lowerBound - alpha).magnitude <= 1 / 250.0
        if ink.kind == .pencil, isOldForm || repeats { alpha = 1 }
        let raised = min(1, alpha * (isConstant ? opacities.upperBound : max(1, opacities.upperBound)))
        opacityFactor = raised > 0 ? alpha / raised : 1
        // The ink's own number is the more precise of the two.
        let whole = ink.kind == .pencil && repeats ? ink.color.alpha : raised
        color = Color(red: ink.color.red, green: ink.color.green, blue: ink.color.blue, alpha: whole)
    }
}
