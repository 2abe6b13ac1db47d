// The sampler, AVF_UNIT_SAMPLER: SoundFonts (SF2, SF3), DLS banks, presets of Apple's sampler, EXS24 and SFZ
// instruments, and audio files. It plays one program, on every channel, and a sine until it has been given one.
// Notes come by avf_unit_send_midi() or from another unit, avf_engine_connect_midi().
#ifndef AVF_SAMPLER_H
#define AVF_SAMPLER_H

#include "avf_unit.h"

AVF_BEGIN

/// Load an instrument, an audio file, or the first program of a bank. [control]
///
/// Notes that are struck from the next block on have it; those that sound go on with what they began with.
/// @return AVF_OK, AVF_ERROR_FILE_NOT_FOUND, AVF_ERROR_FILE_ACCESS, AVF_ERROR_FILE_FORMAT for a file that is
///     none of these, AVF_ERROR_FILE_DAMAGED, AVF_ERROR_OUT_OF_MEMORY, or AVF_ERROR_NOT_SUPPORTED for a unit
///     that is no sampler. What was loaded before stays then.
AVF_API avf_status avf_sampler_load_instrument(avf_unit *sampler, const char *path);

/// Load a program of a sound bank. [control]
///
/// @param program  0...127.
/// @param bank_msb  0x79 for melodic, 0x78 for percussion programs.
/// @param bank_lsb  The bank's number; usually 0.
/// @return As avf_sampler_load_instrument(); AVF_ERROR_NO_SUCH_PARAMETER if the bank has no such program.
AVF_API avf_status avf_sampler_load_program(avf_unit *sampler, const char *path, uint32_t program,
                                            uint32_t bank_msb, uint32_t bank_lsb);

/// Load audio files as one instrument. [control]
///
/// What a file says of its key, its range and its loop counts; so does a note in its name (`Piano-C4.wav`).
/// Files without any share the keys among them.
/// @param count  How many paths there are; 1 or more.
/// @return As avf_sampler_load_instrument().
AVF_API avf_status avf_sampler_load_files(avf_unit *sampler, const char *const *paths, uint32_t count);

/// Read what was repaired in the file that was loaded last, or left out. [control]
///
/// @param index  0 for the first note.
/// @param note  The note, valid until the library is unloaded; NULL behind the last one.
/// @return AVF_OK.
AVF_API avf_status avf_sampler_get_note(avf_unit *sampler, uint32_t index, const char **note);

/// A program of a sound bank.
typedef struct avf_bank_preset {
    /// The name in the bank; may be empty.
    const char *name;
    /// The program, 0...127.
    uint32_t program;
    /// The bank as avf_sampler_load_program() takes it.
    uint32_t bank_msb;
    /// The bank's finer number.
    uint32_t bank_lsb;
} avf_bank_preset;

/// Read how many programs a sound bank has. [control]
///
/// @return AVF_OK, or as avf_sampler_load_instrument().
AVF_API avf_status avf_sampler_get_preset_count(const char *path, uint32_t *count);

/// Read which program a sound bank has at a place of its table of contents. [control]
///
/// @param preset_size  sizeof *preset: no more than that is written.
/// @return AVF_OK, AVF_ERROR_NO_SUCH_PARAMETER behind the last one, or as avf_sampler_load_instrument().
AVF_API avf_status avf_sampler_get_preset(const char *path, uint32_t index, size_t preset_size,
                                          avf_bank_preset *preset);

AVF_END

#endif
