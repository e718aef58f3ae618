import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { product } from "#contract/brand.ts"

/** Chalk and indigo of the brand as plain hex: a manifest does not know OKLCH. */
const chalk = "#fbf9f6"
const indigo = "#1f1b63"

const icons = [
  { name: "icon-192.png", sidePx: 192 },
  { name: "icon-512.png", sidePx: 512 },
  { name: "apple-touch-icon.png", sidePx: 180 },
] as const

/** Writes the icons and the manifest with which phones put the product on their home screen, from the one drawn mark. */
export async function writeIcons(dir: string): Promise<void> {
  const mark = readFileSync(join(dir, "favicon.svg"))
  for (const { name, sidePx } of icons) {
    await sharp(mark, { density: sidePx * 2.25 })
      .resize(sidePx, sidePx)
      .flatten({ background: indigo })
      .png({ compressionLevel: 9 })
      .toFile(join(dir, name))
  }
  const manifest = {
    name: product.name,
    short_name: product.name,
    description: product.promise,
    start_url: "/app",
    scope: "/",
    display: "standalone",
    background_color: chalk,
    theme_color: indigo,
    icons: [
      { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512", purpose: "any" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Create", url: "/generations" },
      { name: "Remove background", url: "/generations/bg-remover" },
      { name: "Shelf", url: "/shelf" },
    ].map((shortcut) => Object.assign(shortcut, { icons: [{ src: "/icon-192.png", sizes: "192x192" }] })),
    // The worker (`web/offline-worker.ts`) takes the form; its names are those that it reads.
    share_target: {
      action: "/share",
      method: "POST",
      enctype: "multipart/form-data",
      params: { title: "title", text: "text", url: "url", files: [{ name: "photos", accept: ["image/*"] }] },
    },
  }
  writeFileSync(join(dir, "manifest.webmanifest"), JSON.stringify(manifest))
}
