// Placeholder: goes when the module's first real file lands.
