import { encodeQR } from "qr"

/** Modules left empty around the code, as readers want it. */
const border = 4

/** A text as a QR code: its side in modules, and the dark ones as the path of an SVG. */
export function qrPath(text: string): { side: number; path: string } {
  const modules = encodeQR(text, "raw", { ecc: "medium", border })
  const runs = modules.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return { side: modules.length, path: runs.join("") }
}
