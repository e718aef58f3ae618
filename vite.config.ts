import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"
import { devProxies } from "./scripts/dev/dev-proxies.ts"

/**
 * What nearly every page needs goes into one file: a first visit asks for few files, and each file costs a slow phone
 * a round trip.
 */
const baseModules = [
  /node_modules\/(react|react-dom|react-router|scheduler|cookie|clsx|tailwind-merge|class-variance-authority)\//,
  /\/web\/app\/(frames\/(marketing-|layouts\/(marketing-|skip-link))|page-change)/,
  /\/web\/ui\/(media\/(adire|image|logo)|button\/|layout\/(page-|questions)|feedback\/spinner|theme\/)/,
  /\/web\/lib\/(format\/format|page\/use-main-step)/,
  /\/web\/content\/(public-pages|site-picture)/,
  /lucide-react\/dist\/esm\/(createLucideIcon|defaultAttributes|Icon\.|context|shared|icons\/(arrow-right|check|chevron-down|menu|monitor|moon|sun|x)\.)/,
]

function isBase(id: string): boolean {
  return baseModules.some((part) => part.test(id))
}

/** What a page asks before it knows whether it needs any code at all: must not bring the base along. */
const firstModules =
  /\/web\/lib\/(page\/(prerendered-prompt|show-split|on-first-use)|session\/(early|stored)-session|calls\/(read-limit|sign-out-flag))|vite\/preload-helper|rolldown[/-]runtime/

/** What the bundler tells of a module. */
interface Known {
  importers: readonly string[]
  dynamicImporters: readonly string[]
  isEntry: boolean
}
interface Modules {
  getModuleInfo: (id: string) => Known | null
}

type SharedFile = "open" | "words" | "talk" | "studio" | "calls" | "boxes" | "draw" | "forms" | "grids" | "icons"

/** Loaded on their own, but never without the rest of that file: a request less each. */
const placed: readonly (readonly [SharedFile, RegExp])[] = [
  ["open", /\/web\/app\/open-app\.tsx/],
  ["words", /\/web\/(content\/(prices|pricing|welcome-credits)|lib\/money\/use-offer)\.tsx?/],
  ["talk", /\/web\/app\/product-root\.tsx/],
  ["forms", /\/web\/app\/frames\/auth-frame\.tsx/],
  ["studio", /\/web\/(app\/frames\/studio-frame|lib\/page\/use-media)\.tsx?/],
  ["calls", /\/(web\/lib\/calls\/(backend|call)|contract\/identity\/sessions)\.ts/],
  ["grids", /\/web\/ui\/layout\/(masonry|masonry-layout|use-scroll-window|more-pages)\.tsx?/],
  ["boxes", /\/web\/ui\/overlay\/(menu|popover|drawer)-box\.tsx/],
]

/** Names every box of the library, so that by it all would seem to be needed wherever one is. */
const handsOutAll = /\/radix-ui\/dist\/index/

/** The files loaded on their own from which a module is reached: pages, frames, and the first script. */
function rootsOf(id: string, modules: Modules): readonly string[] {
  const roots: string[] = []
  const seen = new Set([id])
  for (const one of seen) {
    const known = modules.getModuleInfo(one)
    if (!known) continue
    if (known.isEntry || known.dynamicImporters.length > 0) roots.push(one)
    for (const importer of known.importers) if (!handsOutAll.test(importer)) seen.add(importer)
  }
  return roots
}

/** Pages that only show words, and their frame. What they load later, such as a form's call, is theirs alone. */
const wordRoots =
  /\/web\/(app\/frames\/marketing-frame|features\/public\/(landing\/landing|(academy|plain|pricing|systems)\/[\w-]+)-screen)\.tsx/

/** Other pages that visitors see, and what every page that talks to the server stands in. */
const talkRoots =
  /\/web\/(app\/(product-root|frames\/(auth|bare)-frame)|features\/(identity\/sign-in|public\/(?!landing|explore|parts-page)[\w-]+)\/)/

/** What the signed-in area begins with: nothing else is loaded before /app is alive. */
const studioRoots =
  /\/web\/(app\/(product-root|frames\/studio-frame)|features\/identity\/dashboard\/dashboard-screen)\.tsx/

/** What it loads once it is: the calls with their schemas and the SDK, and the boxes that open from buttons. */
const callRoots = /\/(web\/lib\/calls\/(backend|call)|contract\/(identity|studio|money|academy|operations)\/[\w-]+)\.ts/
const boxRoots = /\/web\/(app\/frames\/lazy-studio|ui\/overlay\/(menu|popover|drawer)-box)\.tsx/

/** Where operators work. */
const consoleRoots = /\/web\/features\/(operations|academy\/(admissions|learning\/teaching))\//

/** The account forms. */
const authRoots = /\/web\/(app\/frames\/auth-frame|features\/identity\/sign-in\/)/

/** Where pictures lie in a grid: what it shares with forms or with orders would bring all of their code along. */
const gridRoots = /\/web\/features\/studio\/galleries\/(photo|photoshoot|lora)-gallery-screen\.tsx/

/** Where pictures are ordered. */
const drawRoots = /\/web\/features\/studio\/generator\/generator-screen\.tsx/

/**
 * Which shared file a module goes into, by the pages that need it. Small modules that two pages share would be files of
 * their own otherwise, and the studio seventy of them, each of which costs a slow phone a round trip.
 */
function sharedFile(id: string, modules: Modules): SharedFile | null {
  for (const [name, alone] of placed) if (alone.test(id)) return name
  const roots = rootsOf(id, modules)
  if (roots.length < 2) return null
  return fileOfRoots(id, roots) ?? (id.includes("/lucide-react/") ? fileOfIcon(roots) : null)
}

/** A few hundred bytes each, of which every page would ask for some; those of the console alone are files of their own. */
function fileOfIcon(roots: readonly string[]): SharedFile | null {
  if (roots.some((root) => wordRoots.test(root) || talkRoots.test(root))) return "open"
  return roots.every((root) => consoleRoots.test(root)) ? null : "icons"
}

function fileOfRoots(id: string, roots: readonly string[]): SharedFile | null {
  const isFor = (pages: RegExp): boolean => roots.some((root) => pages.test(root))
  if (isFor(/\/web\/(main|index|app\/open-app)\./)) return "open"
  if (isFor(wordRoots)) return roots.length > 3 ? "words" : null
  const isForCalls = isFor(callRoots)
  if (isFor(studioRoots)) return isForCalls || isFor(talkRoots) ? "talk" : "studio"
  if (isForCalls) return "calls"
  // What account forms share with them comes with the calls, so that forms load no boxes.
  if (isFor(boxRoots)) return id.includes("/contract/") || isFor(authRoots) ? "calls" : "boxes"
  if (isFor(gridRoots) && !roots.every((root) => gridRoots.test(root))) return isFor(talkRoots) ? "calls" : "grids"
  if (isFor(talkRoots)) return "forms"
  return isFor(drawRoots) ? "draw" : null
}

/** The group of one shared file. @param priority the highest is filled first */
function sharedGroup(name: SharedFile, priority: number) {
  const nameOf = (id: string, modules: Modules): string | null => (sharedFile(id, modules) === name ? name : null)
  return { name: nameOf, debugName: name, priority }
}

/** The file of each icon, by the names under which the library hands it out. */
function readIconFiles(): ReadonlyMap<string, string> {
  const index = readFileSync(
    createRequire(import.meta.url)
      .resolve("lucide-react/icons/bell")
      .replace(/icons\/[^/]+$/, "lucide-react.mjs"),
    "utf8",
  )
  const files = new Map<string, string>()
  for (const [, names = "", file = ""] of index.matchAll(/export \{([^}]+)\} from ['"]\.\/icons\/([\w-]+)\.mjs['"]/g)) {
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  }
  return files
}

const icons = readIconFiles()

/**
 * Asks for each icon by its own file. Through the library's index every page leads to every icon, so that all of them would come
 * with what is loaded first.
 */
const iconFiles: Plugin = {
  name: "icon-files",
  enforce: "pre",
  transform(code, id) {
    if (!/\/web\/.*\.tsx?$/.test(id) || !code.includes('"lucide-react"')) return null
    const own = code.replace(/import \{([^}]+)\} from "lucide-react"/g, (_, names: string) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "" && !name.startsWith("type "))
        .map((name) => {
          const [given = "", own = given] = name.split(" as ")
          const file = icons.get(given)
          if (!file) throw new Error(`${id} asks for ${given}, which is no icon.`)
          return `import ${own} from "lucide-react/icons/${file}"`
        })
        .join("\n"),
    )
    return { code: own, map: null }
  },
}

/** What the validation library carries for writing JSON schemas, which no page does; the server's documentation has the whole of it. */
const jsonSchemaParts = [
  /inst\._zod\.processJSONSchema = \(ctx, json, params\) => processors\.\w+\(inst, ctx, json, params\);/g,
  /createStandardJSONSchemaMethod\(this, "(in|out)put"\)/g,
  /createToJSONSchemaMethod\(this, \{\}\)\(params\)/g,
] as const

/** Leaves the writing of JSON schemas out of what browsers load. */
const noJsonSchemas: Plugin = {
  name: "no-json-schemas",
  enforce: "pre",
  apply: "build",
  transform(code, id) {
    if (!id.endsWith("/zod/v4/classic/schemas.js")) return null
    if (!jsonSchemaParts.every((part) => code.search(part) >= 0)) throw new Error(`${id} is not as it was: look at it.`)
    return { code: jsonSchemaParts.reduce((rest, part) => rest.replace(part, "undefined"), code), map: null }
  },
}

/** Gives a page the part of the picture manifest it names: `pictures.json?only=hero-,door-` (beginnings of names). */
const pictureFacts: Plugin = {
  name: "picture-facts",
  enforce: "pre",
  transform(code, id) {
    const only = /\/pictures\.json\?only=([^&]+)/.exec(id)?.[1]?.split(",")
    if (!only) return null
    const all = JSON.parse(code) as Record<string, { made?: string }>
    const wanted = Object.entries(all).filter(([name]) => only.some((start) => name.startsWith(start)))
    // How a picture was made is for the command that draws it, not for browsers.
    const facts = Object.fromEntries(wanted.map(([name, { made: _made, ...rest }]) => [name, rest]))
    return { code: `export default ${JSON.stringify(facts)}`, map: null, moduleType: "js" }
  },
}

/** In development the product's server answers what is no page and no part of one. */
const productServer: Plugin = {
  name: "product-server",
  apply: "serve",
  config: async () => ({ server: { proxy: await devProxies(process.env.PORT) } }),
}

export default defineConfig({
  root: "web",
  // The hosted contract's library brings a copy of what every browser has.
  resolve: { alias: { "cross-fetch": join(import.meta.dirname, "web/lib/calls/browser-fetch.ts") } },
  plugins: [iconFiles, noJsonSchemas, pictureFacts, productServer, react(), tailwindcss()],
  build: {
    manifest: true,
    // Browsers that know no preloads find the files a little later.
    modulePreload: { polyfill: false },
    // A picture inside a script would be loaded by everybody at once, and the content policy takes no font from a style.
    assetsInlineLimit: (file) => (/\/assets\/(pictures|fonts|styles|demo|examples)\//.test(file) ? false : undefined),
    rolldownOptions: {
      // Workers are asked for by names that stay the same, from the root: only there may they answer for pages.
      input: {
        index: "web/index.html",
        "offline-worker": "web/offline-worker.ts",
      },
      output: {
        entryFileNames: ({ name }) => (name === "index" ? "assets/[name]-[hash].js" : "[name].js"),
        codeSplitting: {
          groups: [
            { name: "first", test: firstModules, priority: 9 },
            { name: "base", test: isBase, priority: 8 },
            // What fewer pages need comes later: a file takes the modules its own ones import along with it.
            sharedGroup("open", 7),
            sharedGroup("words", 6),
            sharedGroup("talk", 5),
            sharedGroup("studio", 4),
            sharedGroup("calls", 3),
            sharedGroup("boxes", 3),
            sharedGroup("grids", 2),
            sharedGroup("draw", 1),
            sharedGroup("forms", 1),
            sharedGroup("icons", 1),
          ],
        },
      },
    },
  },
})
