#!/bin/sh
# The programs of the examples in docs/drills.md: others.sh start latch 127.0.0.1:8081
#
#   start KIND NAME       start a program: kazoo's election or lock, or Curator's latch or selector.
#                         Its name is where it answers whether it leads
#   stop|kill NAME        have it leave, or end it at once
#   freeze NAME SECONDS   stop it for so long, and let it go on
#   zookeeper             start one Apache server, on the data that it has left
#   away SECONDS          kill that server, and start it again so much later
#   compile               compile Believer.java; needs a JDK
#
# DRILLS: the folder of all that they write. SESSION: what each program asks for, in seconds.
# SERVER, CURATOR: the jars of ZooKeeper's server, and of Curator with its client.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${DRILLS:=/tmp/handoff-drills}" "${PORT:=2181}" "${SESSION:=4}" "${PYTHON:=python3}"
: "${SERVER:=$HOME/.cache/handoff/zookeeper-3.9.5/lib/*}" "${CURATOR:=$SERVER}"
hosts=127.0.0.1:$PORT path=/drilled
mkdir -p "$DRILLS"
cd "$DRILLS"

run() { # NAME COMMAND …
    name=$1
    shift
    setsid "$@" >>"$name.log" 2>&1 &
    echo $! >"$name.pid"
}

java_with() { # CLASSPATH NAME CLASS …
    classpath=$1 name=$2
    shift 2
    run "$name" java -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$classpath" "$@"
}

start() { # KIND NAME
    case $1 in
    election | lock) run "$2" "$PYTHON" "$here/believer.py" "$1" $hosts $path "$2" "$SESSION" ;;
    *) java_with "$DRILLS:$CURATOR" "$2" Believer "$1" $hosts $path "$2" "${SESSION}000" ;;
    esac
}

zookeeper() {
    printf '%s\n' tickTime=200 maxSessionTimeout=60000 "dataDir=$DRILLS/data" "clientPort=$PORT" \
        clientPortAddress=127.0.0.1 admin.enableServer=false 4lw.commands.whitelist=\* >zoo.cfg
    java_with "$SERVER" zookeeper org.apache.zookeeper.server.quorum.QuorumPeerMain zoo.cfg
}

end() { # SIGNAL NAME: returns once it is gone
    pid=$(cat "$2.pid")
    kill "-$1" "$pid"
    while [ -e "/proc/$pid/exe" ]; do sleep 0.05; done
}

case $1 in
start) start "$2" "$3" ;;
stop) end TERM "$2" ;;
kill) end KILL "$2" ;;
freeze)
    kill -STOP "$(cat "$2.pid")"
    sleep "$3"
    kill -CONT "$(cat "$2.pid")"
    ;;
zookeeper) zookeeper ;;
away)
    end KILL zookeeper
    sleep "$2"
    zookeeper
    ;;
compile) javac -cp "$CURATOR" -d "$DRILLS" "$here/Believer.java" ;;
*) sed -n '2,/^set/s/^# \?//p' "$0" ;;
esac
