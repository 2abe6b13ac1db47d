// Why a file could not be read or written.

/// Something failed (`'wht?'`).
public let kAudioFileUnspecifiedError: OSStatus = 0x7768_743F

/// The kind of file is not supported (`'typ?'`).
public let kAudioFileUnsupportedFileTypeError: OSStatus = 0x7479_703F

/// The kind of file cannot hold this format (`'fmt?'`).
public let kAudioFileUnsupportedDataFormatError: OSStatus = 0x666D_743F

/// The property is not supported (`'pty?'`).
public let kAudioFileUnsupportedPropertyError: OSStatus = 0x7074_793F

/// The property has another size (`'!siz'`).
public let kAudioFileBadPropertySizeError: OSStatus = 0x2173_697A

/// The file may not be used in this way (`'prm?'`).
public let kAudioFilePermissionsError: OSStatus = 0x7072_6D3F

/// The file must be optimised before more can be written (`'optm'`).
public let kAudioFileNotOptimizedError: OSStatus = 0x6F70_746D

/// The file has no such chunk, or a broken one (`'chk?'`).
public let kAudioFileInvalidChunkError: OSStatus = 0x6368_6B3F

/// The data is too large for this kind of file (`'off?'`).
public let kAudioFileDoesNotAllow64BitDataSizeError: OSStatus = 0x6F66_663F

/// A packet is not where the file says (`'pck?'`).
public let kAudioFileInvalidPacketOffsetError: OSStatus = 0x7063_6B3F

/// A packet needs another that is missing (`'dep?'`).
public let kAudioFileInvalidPacketDependencyError: OSStatus = 0x6465_703F

/// The file is malformed (`'dta?'`).
public let kAudioFileInvalidFileError: OSStatus = 0x6474_613F

/// The operation is not possible on this file (`'op??'`).
public let kAudioFileOperationNotSupportedError: OSStatus = 0x6F70_3F3F

/// The file is closed.
public let kAudioFileNotOpenError: OSStatus = -38

/// The end of the file has been reached.
public let kAudioFileEndOfFileError: OSStatus = -39

/// The position is not valid.
public let kAudioFilePositionError: OSStatus = -40

/// There is no such file.
public let kAudioFileFileNotFoundError: OSStatus = -43
