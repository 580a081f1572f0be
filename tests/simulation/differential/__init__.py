"""The model of an ensemble beside Apache's: the same script for both, judged by the same rules."""
