# Solvent on a plain Debian: nothing from anywhere else. The explorer's page is built in.
#
#   docker build -t solvent .
#   docker run --rm solvent solve connect4 4455
#   docker run --rm -p 8080:8080 solvent serve --bind 0.0.0.0
FROM debian:bookworm-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends git ca-certificates
COPY . /solvent
WORKDIR /solvent
RUN ./dev package

FROM debian:bookworm-slim
COPY --from=build /solvent/build/package/solvent_*.deb /tmp/
RUN apt-get update && apt-get install --yes --no-install-recommends /tmp/solvent_*.deb python3 \
 && rm -rf /tmp/*.deb /var/lib/apt/lists/*
RUN useradd --create-home solvent
USER solvent
WORKDIR /home/solvent
ENTRYPOINT ["solvent"]
CMD ["help"]
