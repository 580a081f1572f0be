"""Write the files that a private server starts with: zoo.cfg and three kinds of log settings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

# fsync is off: this server is for trying recipes out, its data need not survive a power cut.
_ZOO_CFG = """\
dataDir={data}
clientPort={port}
clientPortAddress=127.0.0.1
tickTime={tick_ms}
minSessionTimeout={least_ms}
maxSessionTimeout=60000
initLimit=50
syncLimit=25
maxClientCnxns=0
4lw.commands.whitelist=*
admin.enableServer=false
extendedTypesEnabled=true
autopurge.snapRetainCount=3
autopurge.purgeInterval=1
preAllocSize=4096
forceSync=no
"""
_LOG4J = """\
log4j.rootLogger=WARN, FILE
log4j.appender.FILE=org.apache.log4j.FileAppender
log4j.appender.FILE.File={log}
log4j.appender.FILE.layout=org.apache.log4j.PatternLayout
log4j.appender.FILE.layout.ConversionPattern=%d{{ISO8601}} %-5p %c{{1}} %m%n
"""
_LOG4J2 = """\
appender.file.type=File
appender.file.name=FILE
appender.file.fileName={log}
appender.file.layout.type=PatternLayout
appender.file.layout.pattern=%d{{ISO8601}} %-5p %c{{1}} %m%n
rootLogger.level=warn
rootLogger.appenderRef.file.ref=FILE
"""
_LOGBACK = """\
<configuration>
  <appender name="FILE" class="ch.qos.logback.core.FileAppender">
    <file>{log}</file>
    <encoder><pattern>%d{{ISO8601}} %-5level %logger{{1}} %msg%n</pattern></encoder>
  </appender>
  <root level="WARN"><appender-ref ref="FILE"/></root>
</configuration>
"""
# Whichever logging a release brings: 3.4 to 3.7, some that are packed by others, 3.8 and later.
_LOG_SETTINGS = {"log4j.properties": _LOG4J, "log4j2.properties": _LOG4J2, "logback.xml": _LOGBACK}


def write_configuration(
    directory: Path, port: int, tick_ms: int, extra: Sequence[str], server_id: int | None
) -> Path:
    """Write all that a server needs into `directory`; return the path of its zoo.cfg.

    extra: further lines of zoo.cfg (they win, coming last). server_id: `myid` of a member of an
    ensemble, whose `server.N=` lines come in `extra`.
    """
    data = directory / "data"
    data.mkdir(parents=True, exist_ok=True)
    log = (directory / "zookeeper.log").as_posix()
    for name, settings in _LOG_SETTINGS.items():
        (directory / name).write_text(settings.format(log=log))
    if server_id is not None:
        (data / "myid").write_text(f"{server_id}\n")
    lines = _ZOO_CFG.format(data=data.as_posix(), port=port, tick_ms=tick_ms, least_ms=2 * tick_ms)
    path = directory / "zoo.cfg"
    path.write_text(_without(lines, extra) + "".join(f"{line}\n" for line in extra))
    return path


def _without(lines: str, extra: Sequence[str]) -> str:
    replaced = {line.split("=", 1)[0].strip() for line in extra}
    kept = (line for line in lines.splitlines() if line.split("=", 1)[0] not in replaced)
    return "".join(f"{line}\n" for line in kept)
