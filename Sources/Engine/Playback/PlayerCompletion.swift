/// When a player's completion handler runs.
package enum PlayerCompletionKind: Int, Sendable {
    /// The player has taken the last frame.
    case dataConsumed
    /// The last frame has left the player.
    case dataRendered
    /// The last frame has been heard.
    case dataPlayedBack
}

/// A handler and when it runs.
package struct PlayerCompletion: Sendable {
    /// When.
    package let kind: PlayerCompletionKind
    /// What.
    package let handler: @Sendable (PlayerCompletionKind) -> Void

    /// A handler.
    package init(_ kind: PlayerCompletionKind, _ handler: @escaping @Sendable (PlayerCompletionKind) -> Void)
    {
        self.kind = kind
        self.handler = handler
    }

    /// The call, ready for the pump.
    var call: @Sendable () -> Void {
        { [kind, handler] in handler(kind) }
    }
}
