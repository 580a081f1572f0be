#!/bin/sh
# Nodes of one Patroni on this machine, for the example in docs/drills.md; run as root.
#
#   start pgPORT    start the node whose PostgreSQL has that port; return once it can lead
#   kill pgPORT     kill -9 its Patroni, and leave its PostgreSQL alone
#   write pgPORT    exit with 0 if its PostgreSQL takes a write
#   end pgPORT      end both, and remove all that they have written
#
# DRILLS: the folder of all that they write. PORT: that of ZooKeeper.
set -eu
: "${DRILLS:=/tmp/handoff-drills}" "${PORT:=2181}"
node=$2 port=${2#pg}
api=$((port + 10)) home=$DRILLS/$node

case $1 in
start)
    install -d -m 755 "$DRILLS"
    install -d -m 700 -o postgres "$home"
    cat >"$home/patroni.yml" <<YAML
scope: demo
name: $node
zookeeper: {hosts: ['127.0.0.1:$PORT']}
restapi: {listen: '127.0.0.1:$api', connect_address: '127.0.0.1:$api'}
bootstrap:
  dcs: {ttl: 10, loop_wait: 2, retry_timeout: 3, postgresql: {use_pg_rewind: true}}
  initdb: [{encoding: UTF8}, data-checksums]
  pg_hba: [host all all 127.0.0.1/32 trust, host replication all 127.0.0.1/32 trust]
postgresql:
  listen: 127.0.0.1:$port
  connect_address: 127.0.0.1:$port
  data_dir: $home/data
  bin_dir: /usr/lib/postgresql/15/bin
  pgpass: $home/pgpass
  authentication:
    superuser: {username: postgres, password: drilled}
    replication: {username: replicator, password: drilled}
  parameters: {unix_socket_directories: $home}
YAML
    chown postgres "$home/patroni.yml"
    cd "$home"
    setsid setpriv --reuid=postgres --regid=postgres --init-groups \
        patroni patroni.yml >>patroni.log 2>&1 &
    echo $! >"$home/pid"
    until curl -fs "http://127.0.0.1:$api/primary" || curl -fs "http://127.0.0.1:$api/replica?lag=0"; do
        kill -0 "$(cat "$home/pid")"
        sleep 0.2
    done >"$home/answer"
    ;;
kill) kill -9 "$(cat "$home/pid")" ;;
write)
    PGCONNECT_TIMEOUT=2 psql -qX -h 127.0.0.1 -p "$port" -U postgres -v ON_ERROR_STOP=1 -c \
        'CREATE TABLE IF NOT EXISTS drilled (at timestamptz DEFAULT now())' -c \
        'INSERT INTO drilled DEFAULT VALUES'
    ;;
end)
    kill -9 "$(cat "$home/pid")" || true
    setpriv --reuid=postgres --regid=postgres --init-groups \
        /usr/lib/postgresql/15/bin/pg_ctl -D "$home/data" -m immediate stop || true
    rm -r "$home"
    ;;
esac
