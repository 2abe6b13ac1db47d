import CAVFSndFile

extension SoundFile: FileDecoder {
    func read(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        Int(sf_readf_float(handle, samples, sf_count_t(frameCount)))
    }

    func read(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) -> Int {
        Int(sf_readf_double(handle, samples, sf_count_t(frameCount)))
    }

    func read(_ samples: UnsafeMutablePointer<Int16>, frameCount: Int) -> Int {
        Int(sf_readf_short(handle, samples, sf_count_t(frameCount)))
    }

    func read(_ samples: UnsafeMutablePointer<Int32>, frameCount: Int) -> Int {
        Int(sf_readf_int(handle, samples, sf_count_t(frameCount)))
    }

    func seek(toFrame frame: Int) -> Bool {
        sf_seek(handle, sf_count_t(frame), Int32(SF_SEEK_SET)) == sf_count_t(frame)
    }

    /// libsndfile 1.2's seek lands next to the frame (Vorbis) or on silence (MPEG).
    var seeksExactly: Bool {
        switch AudioEncoding(subFormat: info.format & Int32(SF_FORMAT_SUBMASK)) {
        case .vorbis, .mpegLayer1, .mpegLayer2, .mpegLayer3: false
        default: true
        }
    }
}

extension SoundFile: FileEncoder {
    func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Int {
        Int(sf_writef_float(handle, samples, sf_count_t(frameCount)))
    }

    func write(_ samples: UnsafePointer<Double>, frameCount: Int) -> Int {
        Int(sf_writef_double(handle, samples, sf_count_t(frameCount)))
    }

    func write(_ samples: UnsafePointer<Int16>, frameCount: Int) -> Int {
        Int(sf_writef_short(handle, samples, sf_count_t(frameCount)))
    }

    func write(_ samples: UnsafePointer<Int32>, frameCount: Int) -> Int {
        Int(sf_writef_int(handle, samples, sf_count_t(frameCount)))
    }
}
