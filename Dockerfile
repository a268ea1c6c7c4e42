# A service of this workspace, with what it needs to run and nothing else.
#   docker build --build-arg SERVICE=authorization-server -t countersign/authorization-server .
#   docker build --build-arg SERVICE=resource-server -t countersign/resource-server .
# A release adds what its labels say, and names the base image by its digest (`docker buildx imagetools inspect` has it):
#   --build-arg VERSION=0.3.0 --build-arg REVISION="$(git rev-parse HEAD)" --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
# The sample client stands alone and has a Dockerfile of its own.
# The service runs from its bundle, and commands from the sources, which also have the templates and migrations.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS base
ENV CI=true CHECKPOINT_DISABLE=1
WORKDIR /app

# Manifests alone: as long as these are the same, the installations below come from the cache.
FROM base AS manifests
COPY . .
RUN find . -type f ! -name package.json ! -name 'pnpm-*.yaml' -delete

# The database client is generated: from the schema, by a tool that no image needs.
FROM base AS generated
COPY --from=manifests /app ./
RUN --mount=type=cache,id=pnpm-store,target=/pnpm/store \
    npx --yes "$(node -p 'require("./package.json").packageManager')" install \
      --frozen-lockfile --ignore-scripts --store-dir /pnpm/store --filter @countersign/database
COPY tsconfig.json ./
COPY packages/database packages/database
RUN node packages/database/scripts/generate.mjs

FROM base AS installed
ARG SERVICE
COPY --from=manifests /app ./
# By the package's name: a filter by path succeeds without what the package depends on.
RUN --mount=type=cache,id=pnpm-store,target=/pnpm/store \
    npx --yes "$(node -p 'require("./package.json").packageManager')" install \
      --prod --frozen-lockfile --ignore-scripts --store-dir /pnpm/store --filter "@countersign/${SERVICE}..." --filter @countersign/bundle
COPY . .
COPY --from=generated /app/packages/database/src/generated packages/database/src/generated
RUN node packages/bundle/src/main.ts "${SERVICE}" && node scripts/prune-for-image.mjs "${SERVICE}"

FROM ${NODE_IMAGE}
ARG SERVICE
ARG NODE_IMAGE
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="Countersign ${SERVICE}" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="${NODE_IMAGE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# A container is reached from outside of it, and its port is the deployment's to choose.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
COPY --from=installed /app /app
# What Node.js made of the code is kept. It belongs to the user who runs it, and is of use to a start with the same options of V8
# alone.
ENV NODE_COMPILE_CACHE=/app/compile-cache
RUN install --directory --owner=node /app/compile-cache
WORKDIR /app/apps/${SERVICE}
USER node
# Loads everything. Then the service ends with 1, because it has no configuration.
RUN node --min-semi-space-size=16 --max-semi-space-size=24 --max-old-space-size=512 --expose-gc dist/load.js || [ $? -eq 1 ]
EXPOSE 4000
# Readiness, because compose starts in this order (decision 140). Each check starts a Node.js: often only at the start.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# In MB. Room for short-lived objects: V8 takes it away from a process that idles, and gives it back only to one that keeps more of them. A bound for the
# others, below which V8 also cleans up sooner. And the right to give back what a start used.
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=24", "--max-old-space-size=512", "--expose-gc", "dist/start.js"]
