// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// A function of ISO 32000-2, 7.10: numbers in, numbers out.
indirect enum PDFFunction {
    /// Type 0: a table of samples.
    case sampled(Samples)
    /// Type 2: an interpolation by a power.
    case power(from: [Double], to: [Double], exponent: Double, Ranges)
    /// Type 3: several functions of one number, side by side.
    case stitched([PDFFunction], bounds: [Double], encode: [Double], Ranges)
    /// Type 4: a small program.
    case program(CalculatorProgram, Ranges)
    /// Several functions of the same numbers, each with one result.
    case joined([PDFFunction])

    /// The limits of the numbers, in pairs.
    struct Ranges {
        let domain: [Double]
        let range: [Double]
    }

    /// The table of a sampled function.
    struct Samples {
        let ranges: Ranges
        let size: [Int]
        let encode: [Double]
        let decode: [Double]
        /// The number of results of a sample.
        let width: Int
        /// All samples as fractions of the largest, the first dimension varying fastest.
        let values: [Float]
    }

    /// The maximum number of samples, and of functions in a function.
    private static let sampleLimit = 1 << 22, depthLimit = 8, countLimit = 256

    /// Reads a function, or an array of functions; nil if it is malformed or too large.
    init?(_ object: PDFObject, depth: Int = 0) {
        guard depth < Self.depthLimit else { return nil }
        if object.isArray {
            let parts = object.items.prefix(Self.countLimit).compactMap { PDFFunction($0, depth: depth + 1) }
            guard !parts.isEmpty, parts.count == object.count else { return nil }
            self = .joined(parts)
            return
        }
        let numbers = { (key: String) in object[key]?.items.compactMap(\.number) ?? [] }
        let ranges = Ranges(domain: numbers("/Domain"), range: numbers("/Range"))
        guard ranges.domain.count >= 2, ranges.domain.count % 2 == 0 else { return nil }
        switch object["/FunctionType"]?.int {
        case 0:
            guard let samples = Samples(object, ranges) else { return nil }
            self = .sampled(samples)
        case 2:
            let (first, last) = (numbers("/C0"), numbers("/C1"))
            self = .power(
                from: first.isEmpty ? [0] : first, to: last.isEmpty ? [1] : last,
                exponent: object["/N"]?.number ?? 1, ranges)
        case 3:
            let items = object["/Functions"]?.items ?? []
            let parts = items.prefix(Self.countLimit).compactMap { PDFFunction($0, depth: depth + 1) }
            let (bounds, encode) = (numbers("/Bounds"), numbers("/Encode"))
            guard !parts.isEmpty, parts.count == items.count, bounds.count == parts.count - 1,
                encode.count >= 2 * parts.count
            else { return nil }
            self = .stitched(parts, bounds: bounds, encode: encode, ranges)
        case 4:
            guard let data = (try? object.decodedData()) ?? nil, let program = CalculatorProgram(data),
                !ranges.range.isEmpty
            else { return nil }
            self = .program(program, ranges)
        default: return nil
        }
    }

    /// Returns the results for some numbers.
    func callAsFunction(_ input: [Double]) -> [Double] {
        switch self {
        case .joined(let parts): return parts.flatMap { $0(input).prefix(1) }
        case .sampled(let samples):
            return Self.clamp(samples.value(Self.clamp(input, samples.ranges.domain)), samples.ranges.range)
        case .power(let first, let last, let exponent, let ranges):
            guard let x = Self.clamp(input, ranges.domain).first else { return [] }
            let weight = exponent == 1 ? x : raised(x, to: exponent)
            return Self.clamp(zip(first, last).map { $0 + weight * ($1 - $0) }, ranges.range)
        case .stitched(let parts, let bounds, let encode, let ranges):
            guard let x = Self.clamp(input, ranges.domain).first else { return [] }
            let index = bounds.firstIndex { x < $0 } ?? bounds.count
            let low = index == 0 ? ranges.domain[0] : bounds[index - 1]
            let high = index == bounds.count ? ranges.domain[1] : bounds[index]
            let (from, to) = (encode[2 * index], encode[2 * index + 1])
            let place = high > low ? from + (x - low) / (high - low) * (to - from) : from
            return Self.clamp(parts[index]([place]), ranges.range)
        case .program(let program, let ranges):
            let count = ranges.range.count / 2
            let results = program.run(Self.clamp(input, ranges.domain))
            let missing = [Double](repeating: 0, count: max(0, count - results.count))
            return Self.clamp(missing + results.suffix(count), ranges.range)
        }
    }

    /// Returns numbers within their limits. Numbers without limits stay as they are.
    private static func clamp(_ numbers: [Double], _ limits: [Double]) -> [Double] {
        numbers.enumerated().map { index, number in
            guard 2 * index + 1 < limits.count, !number.isNaN else { return number.isNaN ? 0 : number }
            return max(limits[2 * index], min(limits[2 * index + 1], number))
        }
    }
}

extension PDFFunction.Samples {
    private static let limit = 1 << 22

    init?(_ object: PDFObject, _ ranges: PDFFunction.Ranges) {
        let numbers = { (key: String) in object[key]?.items.compactMap(\.number) ?? [] }
        let inputs = ranges.domain.count / 2
        width = ranges.range.count / 2
        size = object["/Size"]?.items.compactMap(\.int) ?? []
        guard (1...4).contains(inputs), (1...32).contains(width), size.count == inputs,
            size.allSatisfy({ (1...Self.limit).contains($0) }), let bits = object["/BitsPerSample"]?.int,
            [1, 2, 4, 8, 12, 16, 24, 32].contains(bits)
        else { return nil }
        var count = width
        for side in size {
            count *= side
            guard count <= Self.limit else { return nil }
        }
        guard let data = (try? object.decodedData()) ?? nil, data.count >= (count * bits + 7) / 8 else { return nil }
        let largest = Float(UInt64(1) << UInt64(bits) - 1)
        var values: [Float] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            var value: UInt64 = 0
            for bit in (index * bits)..<((index + 1) * bits) {
                value = value << 1 | UInt64(data[bit / 8] >> (7 - bit % 8) & 1)
            }
            values.append(Float(value) / largest)
        }
        self.values = values
        self.ranges = ranges
        let encode = numbers("/Encode")
        self.encode = encode.count >= 2 * inputs ? encode : size.flatMap { [0, Double($0 - 1)] }
        let decode = numbers("/Decode")
        self.decode = decode.count >= 2 * width ? decode : ranges.range
    }

    /// Interpolates between the nearest samples in every dimension.
    func value(_ input: [Double]) -> [Double] {
        // Each corner of the cell: its place among the samples, and its weight.
        var (places, weights) = ([0], [1.0])
        places.reserveCapacity(16)
        weights.reserveCapacity(16)
        var step = 1
        for (index, side) in size.enumerated() {
            let (low, high) = (ranges.domain[2 * index], ranges.domain[2 * index + 1])
            let (from, to) = (encode[2 * index], encode[2 * index + 1])
            let input = index < input.count ? input[index] : 0
            let place = high > low ? from + (input - low) / (high - low) * (to - from) : from
            let clamped = place.isNaN ? 0 : max(0, min(Double(side - 1), place))
            let (first, weight) = (Int(clamping: clamped), clamped - clamped.rounded(.down))
            for corner in places.indices {
                places[corner] += step * first
                if weight > 0 {
                    places.append(places[corner] + step)
                    weights.append(weights[corner] * weight)
                    weights[corner] *= 1 - weight
                }
            }
            step *= side
        }
        return (0..<width).map { result in
            var share = 0.0
            for corner in places.indices { share += Double(values[places[corner] * width + result]) * weights[corner] }
            return decode[2 * result] + share * (decode[2 * result + 1] - decode[2 * result])
        }
    }
}
