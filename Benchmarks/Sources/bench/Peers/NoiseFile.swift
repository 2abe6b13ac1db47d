import AVFAudio

/// Noise in files, for programs that read files.
enum NoiseFile {
    /// Ten seconds, stereo.
    static let path = written("bench-noise", seconds: 10)
    /// Two seconds, stereo.
    static let shortPath = written("bench-noise-2", seconds: 2)

    /// In the folder of the private plugins, so that it goes with them.
    private static func written(_ name: String, seconds: Int) -> String {
        let url = PrivatePlugins.folder.appendingPathComponent(name + ".wav")
        do {
            let noise = try Noise.buffer(frameCount: 48_000 * seconds, channelCount: 2)
            let file = try AVAudioFile(forWriting: url, settings: noise.format.settings)
            try file.write(from: noise)
            file.close()
        } catch { return "/nonexistent" }
        return url.path
    }
}
