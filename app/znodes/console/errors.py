"""Say what zkCli says of an error. Source: CliWrapperException, KeeperException."""

from __future__ import annotations

from .requests import ConsoleRefused

_SENTENCES = {
    -101: "Node does not exist: {}",
    -108: "Ephemerals cannot have children: {}",
    -110: "Node already exists: {}",
    -111: "Node not empty: {}",
    -119: "Not a read-only call: {}",
    -114: "Acl is not valid : {}",
    -102: "Insufficient permission : {}",
    -8: "Arguments are not valid : {}",
    -103: "version No is not valid : {}",
    -125: "Quota has exceeded : {}",
}
_CODES = {
    -1: "SystemError", -2: "RuntimeInconsistency", -3: "DataInconsistency",
    -4: "ConnectionLoss", -5: "MarshallingError", -6: "Unimplemented",
    -7: "OperationTimeout", -8: "BadArguments", -100: "APIError", -101: "NoNode",
    -102: "NoAuth", -103: "BadVersion", -108: "NoChildrenForEphemerals", -110: "NodeExists",
    -111: "Directory not empty", -112: "Session expired", -114: "InvalidACL",
    -115: "AuthFailed", -118: "Session moved", -119: "Not a read-only call",
    -120: "Ephemeral node on local session", -121: "No such watcher",
    -123: "Reconfig is disabled", -125: "Quota has exceeded", -127: "Op throttled due to high load",
}  # fmt: skip


def complain(refused: ConsoleRefused) -> str:
    """Return the error in the words of the command line."""
    sentence = _SENTENCES.get(refused.code)
    return sentence.format(refused.path or "null") if sentence else message_of(refused)


def message_of(refused: ConsoleRefused) -> str:
    """Return the error in the words of the client library."""
    name = _CODES.get(refused.code, f"Unknown error {refused.code}")
    where = "" if refused.path is None else f" for {refused.path}"
    return f"KeeperErrorCode = {name}{where}"
