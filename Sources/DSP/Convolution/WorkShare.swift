/// A block's work in small pieces, in their order, with what each costs.
///
/// The costs only decide when a piece is done, never what comes out.
struct WorkShare {
    /// A piece: part of a channel's transform, or of making a channel's output.
    struct Piece {
        let channel: Int
        /// Which part of the channel's work.
        let index: Int
        let isInput: Bool
    }

    private let inputCount: Int
    private let inputPieceCount: Int
    private let outputPieceCount: Int
    private let stripCount: Int
    private let stripCost: Int
    private let partCost: Int
    private let totalCost: Int

    private var next = 0
    private var spentCost = 0
    private var stepCount = 0
    private var isStopped = true

    /// The work on a block: transforms in `partCount` parts, and products strip by strip. [control]
    init(
        channelCount: Int, pathCount: Int, partCount: Int, stripCount: Int, spectrumCount: Int, size: Int
    ) {
        inputCount = channelCount
        inputPieceCount = partCount + 1
        outputPieceCount = stripCount + partCount
        self.stripCount = stripCount
        // In products of one strip; a transform's part passes over all bins once.
        stripCost = 2 + spectrumCount * max(1, pathCount) / max(1, channelCount)
        partCost = 2 + size / 40
        totalCost =
            channelCount * ((inputPieceCount + partCount) * partCost + stripCount * stripCost)
    }

    /// Begins with a new block's first piece.
    @_noLocks
    mutating func beginAnew() { (next, spentCost, stepCount, isStopped) = (0, 0, 0, false) }

    /// There is nothing to do.
    @_noLocks
    mutating func standStill() { isStopped = true }

    /// What must be done by the end of the next of so many equal steps.
    @_noLocks
    mutating func target(stepCount count: Int) -> Int {
        stepCount += 1
        return totalCost * stepCount / count
    }

    /// The next piece, if less than the target has been done and anything is left.
    @_noLocks
    mutating func next(before target: Int) -> Piece? {
        guard !isStopped, spentCost < target else { return nil }
        let piece = self.piece
        guard piece.isInput || piece.channel < inputCount else {
            isStopped = true
            return nil
        }
        next += 1
        spentCost += !piece.isInput && piece.index < stripCount ? stripCost : partCost
        return piece
    }

    private var piece: Piece {
        @_noLocks get {
            let inputs = inputCount * inputPieceCount
            guard next >= inputs else {
                return Piece(channel: next / inputPieceCount, index: next % inputPieceCount, isInput: true)
            }
            let rest = next - inputs
            return Piece(channel: rest / outputPieceCount, index: rest % outputPieceCount, isInput: false)
        }
    }
}
