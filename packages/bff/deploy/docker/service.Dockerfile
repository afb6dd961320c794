# syntax=docker/dockerfile:1
# The image of the service, for every processor architecture of its base.
#
#   docker build --build-arg VERSION=1.2.3 --tag tapboard-service:1.2.3 - < service.Dockerfile
#
# installs the published packages. With a folder of tarballs as its context it installs those, such as the ones that
# `npm run tool -- release-check --without-full` puts into `.release` of a checkout:
#
#   docker build --tag tapboard-service:local --file service.Dockerfile ../../../../.release

# Pin the base to a digest in production: --build-arg BASE=node:24.21.0-bookworm-slim@sha256:…
# `docker buildx imagetools inspect node:24.21.0-bookworm-slim` prints the digest of all architectures.
ARG BASE=node:24.21.0-bookworm-slim

FROM ${BASE} AS install
ARG VERSION=latest
# More packages, such as MORE='@opentelemetry/api@1 @opentelemetry/sdk-node@0' for traces.
ARG MORE=
WORKDIR /app
# The driver of PostgreSQL, and that of a store in a file. No script of a package runs.
RUN --mount=type=bind,target=/packages \
    set -- /packages/tapboard-contract-*.tgz /packages/tapboard-store-*.tgz /packages/tapboard-server-*.tgz /packages/tapboard-service-*.tgz; \
    [ -e "$4" ] || set -- "@tapboard/service@${VERSION}"; \
    npm install --omit=dev --ignore-scripts --no-audit --no-fund --no-update-notifier "$@" pg@8 better-sqlite3@13 ${MORE} \
    && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src
# An empty folder for a store in a file; a new volume at /data gets its owner.
RUN install -d -o 10001 -g 10001 -m 0700 /data

FROM ${BASE}
ENV NODE_ENV=production \
    PATH=/app/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    TAPBOARD_SERVICE_HOST=0.0.0.0
COPY --from=install /app/node_modules /app/node_modules
COPY --from=install --chown=10001:10001 /data /data
WORKDIR /data
# A number, so that Kubernetes can verify that it is not root.
USER 10001:10001
EXPOSE 4010
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["tapboard-service", "health", "--live"]
ENTRYPOINT ["tapboard-service"]
CMD ["serve"]
