"""A simulated ensemble: three servers, one of which leads, as Apache's do it."""
