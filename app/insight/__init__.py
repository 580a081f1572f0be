"""Pure read models: what the facts mean. Nothing here knows a socket, a thread or a clock."""
