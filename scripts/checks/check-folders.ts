import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, normalize } from "node:path"

/** Areas of contract, server and browser, each above those before it: an area uses those before it and none after it. */
export const areas: readonly string[] = ["identity", "hosted", "money", "studio", "academy", "operations"]

/** Most files side by side in a folder; a migration or a picture is one of a row that nobody reads as a whole. */
const mostFiles = 40
const rows = new Set(["server/db/migrations", "web/assets/pictures"])

const roots: readonly string[] = ["bench", "contract", "e2e", "imaging", "scripts", "server", "web"]

/** An import from one file of the repository to another, by their paths. */
interface Import {
  from: string
  to: string
}

/** Test code imports what it tests, wherever that lies. */
function isTestCode(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.split("/").some((part) => part === "testing" || part === "tests")
}

/** The room a file lies in: a feature, or a folder of the layers below and above the features. */
function roomOf(path: string): string {
  const parts = dirname(path).split("/")
  if (parts[1] === "features") return parts.slice(0, 4).join("/")
  return parts.slice(0, parts[0] === "server" || parts[0] === "web" ? 3 : 2).join("/")
}

/** The area of a feature or of a part of the contract; undefined for everything else. */
function areaOf(path: string): string | undefined {
  const [root, first, second] = path.split("/")
  const name = root === "contract" ? first : first === "features" ? second : undefined
  return name !== undefined && areas.includes(name) ? name : undefined
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll("\\", "/").replace(/^\//, ""))
}

function importsOf(root: string, file: string, all: ReadonlySet<string>): Import[] {
  const text = readFileSync(join(root, file), "utf8")
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([#.][^"]+)"/g)]
    .map(([, target = ""]) => (target.startsWith("#") ? target.slice(1) : normalize(join(dirname(file), target))))
    .map((to) => to.replace(/\?.*$/, ""))
    .filter((to) => all.has(to))
    .map((to) => ({ from: file, to }))
}

/** The folder a file lies in. The list of a port's providers stands above them, what they share beside it. */
function folderOf(path: string): string {
  return basename(path) === "all-providers.ts" ? path : dirname(path)
}

/**
 * Places that reach themselves again over others, as one line each with an import that closes the circle.
 * @param placeOf the place of a file: its room, or its folder
 */
function circlesIn(imports: readonly Import[], placeOf: (path: string) => string): string[] {
  const ways = new Map<string, Map<string, Import>>()
  for (const one of imports) {
    const [from, to] = [placeOf(one.from), placeOf(one.to)]
    if (from === to) continue
    const found = ways.get(from) ?? new Map<string, Import>()
    if (!found.has(to)) found.set(to, one)
    ways.set(from, found)
  }
  const problems: string[] = []
  const done = new Set<string>()
  const visit = (place: string, path: readonly string[]): void => {
    if (done.has(place)) return
    for (const [next, { from, to }] of ways.get(place) ?? []) {
      const at = path.indexOf(next)
      if (at >= 0) problems.push(`${[...path.slice(at), next].join(" → ")}: a circle, closed by ${from} → ${to}`)
      else visit(next, [...path, next])
    }
    done.add(place)
  }
  for (const place of ways.keys()) visit(place, [place])
  return problems
}

/** Files by which a feature of the server may be used by another. */
const doors: ReadonlySet<string> = new Set(["service.ts", "collection.ts"])
/** The cookies of a session are set by whoever signs in or out. */
const openFiles: ReadonlySet<string> = new Set(["server/features/identity/sessions/cookies.ts"])

/** What a single import does that no folder allows. */
function problemOf({ from, to }: Import): string | undefined {
  const [lower, upper] = [areaOf(from), areaOf(to)]
  if (lower !== undefined && upper !== undefined && !from.startsWith("web/")) {
    if (areas.indexOf(lower) < areas.indexOf(upper)) return `${lower} lies below ${upper}`
  }
  if (from.startsWith("server/features/") && to.startsWith("server/features/") && roomOf(from) !== roomOf(to)) {
    // samples of all mails are made by the functions that write them
    const isSample = from === "server/features/operations/captured-mail/email-samples.ts"
    const isDoor = dirname(to) === roomOf(to) && doors.has(basename(to))
    if (!isDoor && !openFiles.has(to) && !isSample) return "another feature is reached through its service.ts"
  }
  const isFeature = from.startsWith("web/features/")
  if (isFeature && to.startsWith("web/features/") && roomOf(from) !== roomOf(to)) {
    // the frame and the dialogs of the admin console serve all rooms of operations
    const isShared = to.startsWith("web/features/operations/console/") && areaOf(from) === "operations"
    if (!isShared) return "a feature of the browser knows no other feature"
  }
  if (isFeature && to.startsWith("web/app/")) return "a feature of the browser does not know the app"
  return undefined
}

const migrations = "server/db/migrations/"

/** Databases have had both under these names by now. */
const sharedNumbers: ReadonlySet<string> = new Set(["0204"])

/** Migrations that have the number of another one: who came later takes the next. */
function doublesIn(files: readonly string[]): string[] {
  const numbered = files.filter((file) => file.startsWith(migrations) && /^\d{4}-/.test(basename(file)))
  const byNumber = Map.groupBy(numbered, (file) => basename(file).slice(0, 4))
  return [...byNumber].flatMap(([number, named]) =>
    named.length > 1 && !sharedNumbers.has(number) ? [`${named.join(" and ")} have one number`] : [],
  )
}

/**
 * Holds folders against the drawing of docs/architecture.md: areas in one direction, no circle of rooms or of folders, a
 * folder and its own sub-folder included, no folder that nobody can read at a glance, no number for two migrations.
 * @param root folder of the repository
 * @returns one line for each problem
 */
export function checkFolders(root: string): string[] {
  const files = roots.filter((folder) => existsSync(join(root, folder))).flatMap((folder) => listFiles(root, folder))
  const all = new Set(files)
  const imports = files
    .filter((file) => /\.tsx?$/.test(file) && !isTestCode(file))
    .flatMap((file) => importsOf(root, file, all))
    .filter(({ to }) => !isTestCode(to))
  const counts = Map.groupBy(files, (file) => dirname(file))
  return [
    ...imports.flatMap((one) => {
      const problem = problemOf(one)
      return problem === undefined ? [] : [`${one.from} imports ${one.to}: ${problem}`]
    }),
    ...doublesIn(files),
    ...new Set([...circlesIn(imports, roomOf), ...circlesIn(imports, folderOf)]),
    ...[...counts].flatMap(([folder, inside]) =>
      inside.length > mostFiles && !rows.has(folder) ? [`${folder} has ${inside.length} files side by side`] : [],
    ),
  ]
}
