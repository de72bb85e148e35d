FROM python:3.12-slim

# The bundled servers aren't used here, but the same image can run alone: then its data is in /data.
RUN useradd --system --uid 10001 --home-dir /data --create-home sobremesa
WORKDIR /srv/sobremesa

COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY app app
COPY migrations migrations
COPY static static
RUN pip install --no-cache-dir --constraint constraints.txt --editable .

USER sobremesa
ENV HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s CMD ["python", "-c", \
    "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/readyz', timeout=4)"]
# A worker is gone within ten seconds; the bundled Postgres may take twenty more.
STOPSIGNAL SIGTERM
CMD ["sobremesa", "serve"]
