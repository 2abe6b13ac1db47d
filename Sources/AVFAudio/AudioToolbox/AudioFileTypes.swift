// The kinds of audio file.

/// A kind of file, as four characters.
public typealias AudioFileTypeID = UInt32

/// Audio Interchange File Format (`'AIFF'`).
public let kAudioFileAIFFType: AudioFileTypeID = 0x4149_4646

/// AIFF with compression (`'AIFC'`).
public let kAudioFileAIFCType: AudioFileTypeID = 0x4149_4643

/// Microsoft WAVE (`'WAVE'`).
public let kAudioFileWAVEType: AudioFileTypeID = 0x5741_5645

/// WAVE beyond four gigabytes, EBU Tech 3306 (`'RF64'`).
public let kAudioFileRF64Type: AudioFileTypeID = 0x5246_3634

/// WAVE beyond four gigabytes, ITU-R BS.2088 (`'BW64'`).
public let kAudioFileBW64Type: AudioFileTypeID = 0x4257_3634

/// Sony Wave64 (`'W64f'`).
public let kAudioFileWave64Type: AudioFileTypeID = 0x5736_3466

/// Digidesign Sound Designer II (`'Sd2f'`).
public let kAudioFileSoundDesigner2Type: AudioFileTypeID = 0x5364_3266

/// NeXT or Sun audio (`'NeXT'`).
public let kAudioFileNextType: AudioFileTypeID = 0x4E65_5854

/// MPEG layer 3 (`'MPG3'`).
public let kAudioFileMP3Type: AudioFileTypeID = 0x4D50_4733

/// MPEG layer 2 (`'MPG2'`).
public let kAudioFileMP2Type: AudioFileTypeID = 0x4D50_4732

/// MPEG layer 1 (`'MPG1'`).
public let kAudioFileMP1Type: AudioFileTypeID = 0x4D50_4731

/// AC-3 (`'ac-3'`).
public let kAudioFileAC3Type: AudioFileTypeID = 0x6163_2D33

/// MPEG-4 (`'mp4f'`).
public let kAudioFileMPEG4Type: AudioFileTypeID = 0x6D70_3466

/// MPEG-4 audio (`'m4af'`).
public let kAudioFileM4AType: AudioFileTypeID = 0x6D34_6166

/// MPEG-4 audio book (`'m4bf'`).
public let kAudioFileM4BType: AudioFileTypeID = 0x6D34_6266

/// Core Audio Format (`'caff'`).
public let kAudioFileCAFType: AudioFileTypeID = 0x6361_6666

/// 3GPP (`'3gpp'`).
public let kAudioFile3GPType: AudioFileTypeID = 0x3367_7070

/// 3GPP2 (`'3gp2'`).
public let kAudioFile3GP2Type: AudioFileTypeID = 0x3367_7032

/// Adaptive Multi-Rate (`'amrf'`).
public let kAudioFileAMRType: AudioFileTypeID = 0x616D_7266

/// Free Lossless Audio Codec (`'flac'`).
public let kAudioFileFLACType: AudioFileTypeID = 0x666C_6163

/// AAC in LATM and LOAS (`'loas'`).
public let kAudioFileLATMInLOASType: AudioFileTypeID = 0x6C6F_6173
