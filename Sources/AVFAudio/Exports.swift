// One import gives what it gives on Apple's systems: the C types and Foundation come along.
@_exported public import CoreAudioTypes
@_exported public import Foundation
