import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { z } from "zod"
import { settings } from "#server/config.ts"
import { createMetrics } from "#server/platform/metrics.ts"

const read = (path: string): string => readFileSync(new URL(`../deploy/${path}`, import.meta.url), "utf8")

const known = new Set(settings.flatMap(({ name }) => [name, `${name}_FILE`]))
/** Of Node and of the images beside ours. */
const foreign = /^(?:NODE_ENV|PATH)$/

function unknownSettings(names: Iterable<string>): string[] {
  return [...names].filter((name) => !known.has(name) && !foreign.test(name))
}

const Container = z.object({
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  startupProbe: z.object({ httpGet: z.object({ path: z.literal("/healthz") }) }),
  livenessProbe: z.object({ httpGet: z.object({ path: z.literal("/healthz") }) }),
  readinessProbe: z.object({ httpGet: z.object({ path: z.literal("/readyz") }), timeoutSeconds: z.number().min(2) }),
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true), runAsNonRoot: z.literal(true) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
})
const Pod = z.object({
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
    template: z.object({ metadata: z.object({ labels: z.record(z.string(), z.string()) }), spec: Pod }),
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

test("the image and the unit start a program that exists, as nobody in particular", () => {
  const dockerfile = read("Dockerfile")
  expect(dockerfile.match(/^FROM /gm)).toHaveLength(2)
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  const [, program = ""] = dockerfile.match(/^CMD \["node", "([^"]+)"\]$/m) ?? []
  expect(read("aworan.service")).toContain(`ExecStart=/usr/bin/node ${program}\n`)
  expect(readdirSync(new URL("../server/", import.meta.url))).toContain(program.replace("server/", ""))
  // Everything the program imports by # is copied into the image.
  const { imports } = z
    .object({ imports: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")))
  const folders = Object.values(imports).map((path) => path.split("/")[1] ?? "")
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/build\/(\w+) /gm)].map(([, folder]) => folder)
  expect(folders.filter((folder) => folder !== "web" && !copied.includes(folder))).toEqual([])
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

describe("monitoring", () => {
  /** Registered when there are services; see server/features/system/figures.ts. */
  const lookedUp = [
    ...readFileSync(new URL("../server/features/system/figures.ts", import.meta.url), "utf8").matchAll(
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
