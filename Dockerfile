# The dashboard for an ensemble that runs elsewhere; so no Java, and no ZooKeeper of its own.
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1
WORKDIR /handoff

COPY requirements.txt ./
RUN pip install --requirement requirements.txt

COPY LICENSE ./
COPY app app
COPY static static
COPY templates templates
# Otherwise each start compiles it again: this user may write nothing here.
RUN python -m compileall -q app

RUN useradd --system --no-create-home --uid 900 handoff && install --directory --owner=handoff /var/lib/handoff
USER 900
VOLUME /var/lib/handoff

# Any address inside the container; who may reach it is decided where its port is published.
ENV HANDOFF_HOST=0.0.0.0 HANDOFF_PORT=5050 HANDOFF_NO_BROWSER=1 HANDOFF_ZOOKEEPER=zookeeper:2181
# The history outlives the container where a volume is mounted here.
ENV HANDOFF_DATA=/var/lib/handoff
EXPOSE 5050
STOPSIGNAL SIGTERM

# 503 means that ZooKeeper is out of reach. The dashboard itself is well then, and says so on its page.
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s CMD ["python", "-c", \
    "import urllib.error, urllib.request as r\ntry: r.urlopen('http://127.0.0.1:5050/healthz', timeout=2)\nexcept urllib.error.HTTPError as e: raise SystemExit(e.code != 503)"]

ENTRYPOINT ["python", "-m", "app"]
