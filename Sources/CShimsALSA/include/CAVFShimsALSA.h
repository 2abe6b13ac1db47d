// What Swift cannot import of alsa-lib.
#ifndef CAVF_SHIMS_ALSA_H
#define CAVF_SHIMS_ALSA_H

#pragma GCC visibility push(hidden)

/// Keeps alsa-lib from printing on standard error when a call on this thread fails: the error is returned.
///
/// Only this thread, so that the program around us keeps its own choice; a handler the program installed
/// with `snd_lib_error_set_handler` still hears everything.
void avf_shim_alsa_silence_thread(void);

/// Lets alsa-lib print again on this thread.
void avf_shim_alsa_unsilence_thread(void);

#pragma GCC visibility pop

#endif
