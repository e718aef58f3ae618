import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"

const server = "http://localhost:3000"

/**
 * What nearly every page needs goes into one file: a first visit asks for few files, and each file costs a slow phone
 * a round trip.
 */
const baseModules = [
  /node_modules\/(react|react-dom|react-router|scheduler|cookie|clsx|tailwind-merge|class-variance-authority)\//,
  /\/web\/app\/(marketing-|page-change|layouts\/(marketing-|skip-link))/,
  /\/web\/ui\/(adire|button|class-names|image|link-button|logo|page-|questions|spinner|text-link|theme-switch|use-theme)/,
  /\/web\/lib\/(format|use-main-step)/,
  /\/web\/content\/(public-pages|site-picture)/,
  /lucide-react\/dist\/esm\/(createLucideIcon|defaultAttributes|Icon\.|context|shared|icons\/(arrow-right|check|chevron-down|menu|monitor|moon|sun|x)\.)/,
]

function isBase(id: string): boolean {
  return baseModules.some((part) => part.test(id))
}

/** What a page asks before it knows whether it needs any code at all: must not bring the base along. */
const firstModules = /\/web\/lib\/(show-split|stored-session|when-used)|\/contract\/project\.ts|vite\/preload-helper/

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

export default defineConfig({
  root: "web",
  plugins: [pictureFacts, react(), tailwindcss()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    // Browsers that know no preloads find the files a little later.
    modulePreload: { polyfill: false },
    // A picture inside a script would be loaded by everybody at once, and the content policy takes no font from a style.
    assetsInlineLimit: (file) => (/\/assets\/(pictures|fonts)\//.test(file) ? false : undefined),
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", test: firstModules, priority: 1 },
            { name: "base", test: isBase },
          ],
        },
      },
    },
  },
  server: {
    // Pages and calls share some first words (/generations): a page asks for HTML and stays here.
    proxy: Object.fromEntries(
      [
        "/v1",
        "/image-gen",
        "/image-upscaler",
        "/background-remover",
        "/credits",
        "/exports",
        "/photo-batches",
        "/photo-scenes",
        "/fees",
        "/orders",
        "/webhooks",
        "/generation-orders",
        "/runs",
        "/studio",
        "/pictures",
        "/order-previews",
        "/session-info",
        "/operators",
        "/contact",
        "/dev/mail",
        "/dev/pay",
        "/dev.css",
      ].map((path) => [
        path,
        {
          target: server,
          ws: path === "/v1",
          bypass: (request: { headers: { accept?: string | undefined } }) =>
            !path.startsWith("/dev/") && request.headers.accept?.includes("text/html") ? "/index.html" : undefined,
        },
      ]),
    ),
  },
})
