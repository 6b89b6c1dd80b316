# The site as one image; compose.yaml says which of its processes each container runs.
FROM python:3.11.16-slim-trixie

# pg_dump and psql, for backups, of the major version of compose.yaml's PostgreSQL. No exact version: Debian takes it
# away as soon as there is a security update, and this could not be built any more.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-17 && rm -rf /var/lib/apt/lists/*

WORKDIR /srv/back-room
# With requirements-telemetry.txt the site can send errors to Sentry and traces to OpenTelemetry.
ARG REQUIREMENTS=requirements.txt
COPY requirements*.txt ./
RUN pip install --no-cache-dir --require-hashes -r $REQUIREMENTS
COPY . .

# What is the same for every process is made once. The key here signs nothing and is in no layer's files.
RUN useradd --system room && mkdir -p var/backups var/open-data \
    && export SECRET_KEY=only-for-this-step \
    && python manage.py collectstatic --no-input -v 0 && python -m chicago.translations \
    && chown room var var/backups var/open-data
USER room
ENV PYTHONUNBUFFERED=1 HOST=0.0.0.0 PORT=8000
EXPOSE 8000
CMD ["python", "-m", "chicago"]
