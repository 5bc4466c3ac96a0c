"""Facts of the device that are known to what makes them and to what words them."""
