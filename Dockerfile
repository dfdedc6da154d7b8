# taxiway serve, on port 4010. See docs/container.md.
FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
WORKDIR /build
COPY package.json package-lock.json ./
# Install scripts stay off: the image has its own Node.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run stage && npm install --prefix /app --omit=dev --ignore-scripts --no-audit --no-fund --install-links ./dist-package

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
ENV NODE_ENV=production TAXIWAY_HOST=0.0.0.0 TAXIWAY_PORT=4010
WORKDIR /app
COPY --from=build /app ./
USER 1000:1000
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.TAXIWAY_PORT}/`).then((r) => process.exit(r.status < 500 ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/taxiway/dist/src/cli/main.cjs"]
CMD ["serve"]
