import sharp from "sharp"

/** A file as a page's file field takes it. */
export interface PhotoFile {
  name: string
  mimeType: "image/jpeg" | "image/heic"
  buffer: Buffer
}

/** Where the product stands, how large and how far it is turned, and what is behind it. */
interface View {
  x: number
  scale: number
  turn: number
  ground: string
}

const views: readonly View[] = [
  { x: 450, scale: 1, turn: 0, ground: "#e9e4da" },
  { x: 400, scale: 1.15, turn: 7, ground: "#d9e0e4" },
  { x: 520, scale: 0.9, turn: -9, ground: "#efe9ef" },
]

/**
 * Photos of one tin of tea, each from a little elsewhere, as a phone would take them.
 * @param side of the pictures, in pixels
 */
export function productPhotos(side = 900): Promise<PhotoFile[]> {
  return Promise.all(
    views.map(async (view, index) => ({
      name: `tin ${index + 1}.jpg`,
      mimeType: "image/jpeg" as const,
      buffer: await draw(view, side),
    })),
  )
}

/** The same photo in the container of iPhones, with a picture inside that browsers can open. */
export async function iphonePhoto({ name, buffer }: PhotoFile): Promise<PhotoFile> {
  const inside = await sharp(buffer).avif({ effort: 0, quality: 80 }).toBuffer()
  inside.write("mif1", 8, "latin1")
  return { name: name.replace(/jpg$/, "heic"), mimeType: "image/heic", buffer: inside }
}

function draw({ x, scale, turn, ground }: View, side: number): Promise<Buffer> {
  const stripes = Array.from(
    { length: 9 },
    (_, n) => `<rect x="-96" y="${-80 + n * 18}" width="192" height="5" fill="#e8c25a"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 900 900"><rect width="900" height="900" fill="${ground}"/>
    <g transform="translate(${x} 460) rotate(${turn}) scale(${scale})">
    <rect x="-130" y="-190" width="260" height="380" rx="26" fill="#a3241c"/><rect x="-130" y="-190" width="60" height="380" rx="26" fill="#7d1610"/>
    <rect x="-104" y="-90" width="208" height="180" fill="#2b1210"/>${stripes.join("")}<circle r="44" fill="#f3e6c2"/></g></svg>`
  return sharp(Buffer.from(svg))
    .composite([
      {
        input: {
          create: {
            width: side,
            height: side,
            channels: 3,
            background: "#808080",
            noise: { type: "gaussian", mean: 128, sigma: 9 },
          },
        },
        blend: "soft-light",
      },
    ])
    .jpeg({ quality: 90 })
    .toBuffer()
}

/**
 * A photo of a tin beside another one that runs out of the picture: which of the two is meant nobody can say, and the engine is
 * not sure.
 * @param side of the picture, in pixels
 * @param turn of both, in degrees, so that photos differ
 */
export async function unsurePhoto(name: string, side = 600, turn = 0): Promise<PhotoFile> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 900 900">
    <rect width="900" height="900" fill="#d9c9a8"/>
    <g transform="rotate(${turn} 450 450)">
    <rect x="420" y="250" width="260" height="400" rx="26" fill="#a3241c"/><rect x="446" y="370" width="208" height="150" fill="#e8c25a"/>
    <rect x="-100" y="350" width="380" height="400" rx="26" fill="#2b4a6b"/><circle cx="120" cy="480" r="60" fill="#e8c25a"/></g></svg>`
  return { name, mimeType: "image/jpeg", buffer: await sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer() }
}

/**
 * Photos of empty sheets of paper, each in light from elsewhere: there is nothing on them.
 * @param side of the pictures, in pixels
 */
export function emptyPhotos(side: number): Promise<PhotoFile[]> {
  const [light, dark] = ["#efeae2", "#b9b4ac"]
  const lights = [
    [light, dark, dark],
    [dark, dark, light],
    [dark, light, dark],
  ]
  return Promise.all(
    lights.map(async ([from, middle, to], index) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><linearGradient id="l">
        <stop stop-color="${from}"/><stop offset="0.5" stop-color="${middle}"/><stop offset="1" stop-color="${to}"/>
        </linearGradient><rect width="100%" height="100%" fill="url(#l)"/></svg>`
      const buffer = await sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer()
      return { name: `sheet ${index + 1}.jpg`, mimeType: "image/jpeg" as const, buffer }
    }),
  )
}
