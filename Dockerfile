# The site as one image; compose.yaml says which of its processes each container runs.
FROM python:3.11-slim

WORKDIR /srv/back-room
COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .

# What is the same for every process is made once. The key here signs nothing and is in no layer's files.
RUN useradd --system room && mkdir var \
    && export SECRET_KEY=only-for-this-step \
    && python manage.py collectstatic --no-input -v 0 && python -m chicago.translations --compile \
    && chown room var
USER room
ENV PYTHONUNBUFFERED=1 HOST=0.0.0.0 PORT=8000
EXPOSE 8000
CMD ["python", "-m", "chicago"]
