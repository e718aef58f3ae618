import { crc32, deflateSync } from "node:zlib"
import sharp, { type Sharp } from "sharp"
import { arithmeticJpeg, avifSequence, heicPhoto } from "./foreign-pictures.ts"

/** A picture as some program writes it: what it is called in the table, and its bytes. */
export interface PictureKind {
  name: string
  bytes: Buffer
}

const [wide, high] = [48, 32]

function gradient(channels: 3 | 4, turns = 1): Sharp {
  const pixels = Buffer.alloc(wide * high * channels)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7 * turns) % 256
  return sharp(pixels, { raw: { width: wide, height: high, channels } })
}

const rgb = (): Sharp => gradient(3)
const rgba = (): Sharp => gradient(4)
const grey = (): Sharp => gradient(3).greyscale()
const deep = (): Sharp => gradient(3).toColourspace("rgb16")

const ascii = (text: string): Buffer => Buffer.from(text, "latin1")
const fill = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length))])
const big = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
const little = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

async function madeBy(kinds: Readonly<Record<string, () => Sharp>>): Promise<PictureKind[]> {
  const make = async ([name, picture]: [string, () => Sharp]): Promise<PictureKind> => {
    const bytes = await picture()
      .toBuffer()
      .catch((cause: unknown) => Promise.reject(new Error(`${name} cannot be made.`, { cause })))
    return { name, bytes }
  }
  return Promise.all(Object.entries(kinds).map(make))
}

/** A JPEG with one more segment, right behind its start. */
function withSegment(jpeg: Buffer, marker: number, body: Buffer): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, marker]), big(body.length + 2, 2), body])
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

async function jpegs(): Promise<PictureKind[]> {
  const made = await madeBy({
    "JPEG, baseline": () => rgb().jpeg(),
    "JPEG, progressive": () => rgb().jpeg({ progressive: true }),
    "JPEG, colours at full size (4:4:4)": () => rgb().jpeg({ chromaSubsampling: "4:4:4" }),
    "JPEG, quality 1": () => rgb().jpeg({ quality: 1 }),
    "JPEG, quality 100": () => rgb().jpeg({ quality: 100 }),
    "JPEG, tables made for it": () => rgb().jpeg({ optimiseCoding: true }),
    "JPEG, usual tables": () => rgb().jpeg({ optimiseCoding: false }),
    "JPEG, trellis and overshoot": () => rgb().jpeg({ mozjpeg: true }),
    "JPEG, grey": () => grey().jpeg(),
    "JPEG, grey and progressive": () => grey().jpeg({ progressive: true }),
    "JPEG, CMYK": () => rgb().toColourspace("cmyk").jpeg(),
    "JPEG, CMYK and progressive": () => rgb().toColourspace("cmyk").jpeg({ progressive: true }),
    "JPEG, sRGB profile": () => rgb().withIccProfile("srgb").jpeg(),
    "JPEG, Display P3 profile": () => rgb().withIccProfile("p3").jpeg(),
    "JPEG, CMYK profile": () => rgb().withIccProfile("cmyk").jpeg(),
    "JPEG, words of EXIF": () =>
      rgb()
        .withExif({ IFD0: { Copyright: "Ọ̀ṣun", Make: "Phone" } })
        .jpeg(),
    "JPEG, place in EXIF": () =>
      rgb()
        .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "6/1 27/1 0/1" } })
        .jpeg(),
    "JPEG, XMP": () =>
      rgb().withXmp('<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"/><?xpacket end="w"?>').jpeg(),
    "JPEG, 300 dots an inch": () => rgb().withMetadata({ density: 300 }).jpeg(),
    "JPEG, one pixel": () => rgb().resize(1, 1).jpeg(),
    "JPEG, one pixel high": () => rgb().resize(600, 1, { fit: "fill" }).jpeg(),
    "JPEG, one pixel wide": () => rgb().resize(1, 600, { fit: "fill" }).jpeg(),
    "JPEG, sides no block divides": () => rgb().resize(17, 13).jpeg(),
    "JPEG, the longest side that is taken": () => rgb().resize(16_384, 8, { fit: "fill" }).jpeg(),
    "JPEG, a side that is too long": () => rgb().resize(16_385, 8, { fit: "fill" }).jpeg(),
    "JPEG, as many pixels as are taken": () => rgb().resize(10_000, 5_000, { fit: "fill" }).jpeg({ quality: 1 }),
    "JPEG, too many pixels": () => rgb().resize(10_000, 5_001, { fit: "fill" }).jpeg({ quality: 1 }),
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [
        `JPEG, held in way ${i + 1} (EXIF orientation)`,
        () =>
          rgb()
            .withMetadata({ orientation: i + 1 })
            .jpeg(),
      ]),
    ),
  })
  const plain = await rgb().jpeg().toBuffer()
  const scan = plain.indexOf(Buffer.from([0xff, 0xda]))
  return [
    ...made,
    { name: "JPEG with a comment", bytes: withSegment(plain, 0xfe, ascii("made by hand")) },
    { name: "JPEG with 64 KB of unknown words", bytes: withSegment(plain, 0xef, Buffer.alloc(65_000, "x")) },
    { name: "JPEG with an EXIF that ends early", bytes: withSegment(plain, 0xe1, ascii("Exif\0\0MM\0*\0\0")) },
    { name: "JPEG with an orientation that there is not (9)", bytes: withSegment(plain, 0xe1, orientation(9)) },
    { name: "JPEG with bytes after its end", bytes: Buffer.concat([plain, ascii("and more")]) },
    { name: "JPEG, two in one file", bytes: Buffer.concat([plain, plain]) },
    { name: "JPEG with a ZIP after its end", bytes: Buffer.concat([plain, ascii("PK\x05\x06"), Buffer.alloc(18)]) },
    { name: "JPEG without its end mark", bytes: plain.subarray(0, -2) },
    { name: "JPEG, the second half missing", bytes: plain.subarray(0, scan + Math.floor((plain.length - scan) / 2)) },
    { name: "JPEG, its picture missing", bytes: plain.subarray(0, scan) },
    { name: "JPEG, three bytes of it", bytes: plain.subarray(0, 3) },
    { name: "JPEG with a hole of noughts", bytes: hole(plain, scan + 40, 60) },
    { name: "JPEG with nine bytes before it", bytes: Buffer.concat([ascii("some text"), plain]) },
  ]
}

function hole(bytes: Buffer, at: number, length: number): Buffer {
  const damaged = Buffer.from(bytes)
  damaged.fill(0, at, Math.min(at + length, damaged.length - 2))
  return damaged
}

/** An EXIF segment with this orientation and nothing else. */
function orientation(value: number): Buffer {
  const entry = [big(0x0112, 2), big(3, 2), big(1, 4), big(value, 2), big(0, 2)]
  return Buffer.concat([ascii("Exif\0\0MM\0*"), big(8, 4), big(1, 2), ...entry, big(0, 4)])
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([ascii(type), body])
  return Buffer.concat([big(body.length, 4), named, big(crc32(named), 4)])
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface PngLook {
  bits: number
  /** As PNG counts kinds of colour: 0 grey, 2 colours, 3 palette, 4 grey and alpha, 6 colours and alpha. */
  colour: 0 | 2 | 3 | 4 | 6
  isInterlaced?: boolean
  /** Chunks before the picture. */
  more?: readonly Buffer[]
}

const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const

/** First column, first row and steps of the seven passes of an interlaced PNG. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** A PNG of any kind of colour and depth, written by hand: encoders choose for themselves. */
function png({ bits, colour, isInterlaced = false, more = [] }: PngLook): Buffer {
  const rowsOf = (columns: number, rows: number): Buffer => {
    const length = Math.ceil((columns * samples[colour] * bits) / 8)
    const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(length, colour === 3 ? 0x11 : 0x5a)])
    return Buffer.concat(Array.from({ length: columns === 0 ? 0 : rows }, () => row))
  }
  const reduced = passes.map(([x, y, stepX, stepY]) =>
    rowsOf(Math.ceil((wide - x) / stepX), Math.ceil((high - y) / stepY)),
  )
  const head = [big(wide, 4), big(high, 4), Buffer.from([bits, colour, 0, 0, isInterlaced ? 1 : 0])]
  const palette = Buffer.alloc(3 * 2 ** Math.min(bits, 8), 0x66)
  return Buffer.concat([
    pngStart,
    chunk("IHDR", Buffer.concat(head)),
    ...more,
    ...(colour === 3 ? [chunk("PLTE", palette)] : []),
    chunk("IDAT", deflateSync(isInterlaced ? Buffer.concat(reduced) : rowsOf(wide, high))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

const pngLooks: readonly [name: string, colour: PngLook["colour"], depths: readonly number[]][] = [
  ["grey", 0, [1, 2, 4, 8, 16]],
  ["colours", 2, [8, 16]],
  ["palette", 3, [1, 2, 4, 8]],
  ["grey and alpha", 4, [8, 16]],
  ["colours and alpha", 6, [8, 16]],
]

async function pngs(): Promise<PictureKind[]> {
  const looks = pngLooks.flatMap(([name, colour, depths]) =>
    depths.flatMap((bits) =>
      [false, true].map((isInterlaced) => ({
        name: `PNG, ${name}, ${bits} bits${isInterlaced ? ", interlaced" : ""}`,
        bytes: png({ bits, colour, isInterlaced }),
      })),
    ),
  )
  const made = await madeBy({
    "PNG of sharp, colours": () => rgb().png(),
    "PNG of sharp, alpha": () => rgba().png(),
    "PNG of sharp, palette": () => rgb().png({ palette: true }),
    "PNG of sharp, 16 bits": () => deep().png(),
    "PNG, Display P3 profile": () => rgb().withIccProfile("p3").png(),
    "PNG, held in way 6 (EXIF)": () => rgb().withMetadata({ orientation: 6 }).png(),
    "PNG, one pixel": () => rgb().resize(1, 1).png(),
    "PNG, taller than is taken": () => rgb().resize(8, 16_500, { fit: "fill" }).png(),
  })
  const plain = png({ bits: 8, colour: 2 })
  const body = deflateSync(Buffer.alloc(high * (1 + wide * 3)))
  const head = plain.subarray(0, 33)
  const frame = (sequence: number): Buffer =>
    chunk(
      "fcTL",
      Buffer.concat(
        [sequence, wide, high, 0, 0].map((value) => big(value, 4)).concat(Buffer.from([0, 1, 0, 10, 0, 0])),
      ),
    )
  const animated = [
    chunk("acTL", Buffer.concat([big(2, 4), big(0, 4)])),
    frame(0),
    chunk("IDAT", body),
    frame(1),
    chunk("fdAT", Buffer.concat([big(2, 4), body])),
    chunk("IEND", Buffer.alloc(0)),
  ]
  const chunks = {
    gAMA: big(45_455, 4),
    sRGB: Buffer.from([0]),
    pHYs: Buffer.concat([big(2_835, 4), big(2_835, 4), Buffer.from([1])]),
  }
  const wrong = Buffer.from(plain)
  wrong.writeUInt8(plain.readUInt8(31) ^ 0xff, 31)
  const data = plain.indexOf(ascii("IDAT"))
  return [
    ...looks,
    ...made,
    ...Object.entries(chunks).map(([type, value]) => ({
      name: `PNG with ${type}`,
      bytes: png({ bits: 8, colour: 2, more: [chunk(type, value)] }),
    })),
    {
      name: "PNG, a colour of it transparent",
      bytes: png({ bits: 8, colour: 2, more: [chunk("tRNS", Buffer.alloc(6, 0x5a))] }),
    },
    { name: "PNG with words", bytes: png({ bits: 8, colour: 2, more: [chunk("tEXt", ascii("Title\0shoe"))] }) },
    {
      name: "PNG with a chunk that nobody knows",
      bytes: png({ bits: 8, colour: 2, more: [chunk("abCd", ascii("?"))] }),
    },
    { name: "PNG, animated", bytes: Buffer.concat([head, ...animated]) },
    { name: "PNG with bytes after its end", bytes: Buffer.concat([plain, ascii("and more")]) },
    { name: "PNG, its head's sum wrong", bytes: wrong },
    { name: "PNG without its end", bytes: plain.subarray(0, -12) },
    { name: "PNG, its picture cut off", bytes: plain.subarray(0, data + 12) },
    { name: "PNG, its head alone", bytes: head },
    { name: "PNG, its first eight bytes", bytes: pngStart },
    { name: "PNG that claims 60,000 × 60,000 pixels", bytes: claim(plain, 60_000) },
    { name: "PNG without a width", bytes: claim(plain, 0) },
  ]
}

function claim(png: Buffer, side: number): Buffer {
  const head = Buffer.concat([big(side, 4), big(side, 4), png.subarray(24, 29)])
  return Buffer.concat([pngStart, chunk("IHDR", head), png.subarray(33)])
}

async function others(): Promise<PictureKind[]> {
  const stills = await Promise.all([rgb(), rgb().negate(), rgb()].map((still) => still.png().toBuffer()))
  const frames = (): Sharp => sharp(stills, { join: { animated: true } })
  const made = await madeBy({
    "WebP, lossy": () => rgb().webp(),
    "WebP, lossless": () => rgb().webp({ lossless: true }),
    "WebP, nearly lossless": () => rgb().webp({ nearLossless: true, quality: 60 }),
    "WebP, lossy with alpha": () => rgba().webp(),
    "WebP, lossless with alpha": () => rgba().webp({ lossless: true }),
    "WebP, alpha at quality 0": () => rgba().webp({ alphaQuality: 0 }),
    "WebP, grey": () => grey().webp(),
    "WebP, animated": () => frames().webp(),
    "WebP, animated and lossless": () => frames().webp({ lossless: true }),
    "WebP, Display P3 profile": () => rgb().withIccProfile("p3").webp(),
    "WebP, held in way 6 (EXIF)": () => rgb().withMetadata({ orientation: 6 }).webp(),
    "WebP, one pixel": () => rgb().resize(1, 1).webp(),
    "WebP, its longest side (16,383)": () => rgb().resize(16_383, 2, { fit: "fill" }).webp(),
    "GIF, 256 colours": () => rgb().gif(),
    "GIF, 2 colours": () => rgb().gif({ colours: 2 }),
    "GIF, transparent": () => rgba().gif(),
    "GIF, interlaced": () => rgb().gif({ progressive: true }),
    "GIF, dithered": () => rgb().gif({ dither: 1 }),
    "GIF, animated": () => frames().gif(),
    "GIF, animated, played once": () => frames().gif({ loop: 1 }),
    "GIF, one pixel": () => rgb().resize(1, 1).gif(),
    "AVIF, 8 bits": () => rgb().avif({ effort: 0 }),
    "AVIF, 10 bits": () => deep().avif({ effort: 0, bitdepth: 10 }),
    "AVIF, 12 bits": () => deep().avif({ effort: 0, bitdepth: 12 }),
    "AVIF, alpha": () => rgba().avif({ effort: 0 }),
    "AVIF, lossless": () => rgb().avif({ effort: 0, lossless: true }),
    "AVIF, colours at half size (4:2:0)": () => rgb().avif({ effort: 0, chromaSubsampling: "4:2:0" }),
    "AVIF, grey": () => grey().avif({ effort: 0 }),
    "AVIF, turned (irot)": () => rgb().withMetadata({ orientation: 6 }).avif({ effort: 0 }),
    "AVIF, mirrored (imir)": () => rgb().withMetadata({ orientation: 2 }).avif({ effort: 0 }),
    "AVIF, Display P3 profile": () => rgb().withIccProfile("p3").avif({ effort: 0 }),
    "TIFF, plain": () => rgb().tiff({ compression: "none" }),
    "TIFF, LZW": () => rgb().tiff({ compression: "lzw" }),
    "TIFF, deflate": () => rgb().tiff({ compression: "deflate", predictor: "horizontal" }),
    "TIFF, JPEG inside": () => rgb().tiff({ compression: "jpeg" }),
    "TIFF, 16 bits": () => deep().tiff(),
    "TIFF, CMYK": () => rgb().toColourspace("cmyk").tiff(),
    "TIFF, 1 bit": () => grey().threshold().tiff({ bitdepth: 1 }),
    "TIFF, tiles": () => rgb().tiff({ tile: true, tileWidth: 32, tileHeight: 32 }),
    "TIFF, pyramid": () => rgb().tiff({ tile: true, tileWidth: 32, tileHeight: 32, pyramid: true }),
    "TIFF, large kind (BigTIFF)": () => rgb().tiff({ bigtiff: true }),
  })
  const find = (name: string): Buffer => made.find((one) => one.name === name)?.bytes ?? Buffer.alloc(0)
  const [webp, gif, avif] = [find("WebP, lossy"), find("GIF, 256 colours"), find("AVIF, 8 bits")]
  const older = Buffer.from(gif)
  older.write("GIF87a", "latin1")
  const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2))
  return [
    ...made,
    { name: "WebP, the second half missing", bytes: half(webp) },
    { name: "WebP, its head alone", bytes: webp.subarray(0, 20) },
    { name: "WebP with bytes after its end", bytes: Buffer.concat([webp, ascii("and more")]) },
    { name: "GIF of 1987", bytes: older },
    { name: "GIF without its end", bytes: gif.subarray(0, -1) },
    { name: "GIF, the second half missing", bytes: half(gif) },
    { name: "GIF, its head alone", bytes: gif.subarray(0, 13) },
    { name: "AVIF, the second half missing", bytes: half(avif) },
    { name: "AVIF, its head alone", bytes: avif.subarray(0, 32) },
    { name: "AVIF named as a sequence", bytes: renamed(avif, "avis") },
    { name: "AVIF named as the wrapping alone (mif1)", bytes: renamed(avif, "mif1") },
    { name: "AVIF named as HEIC", bytes: renamed(avif, "heic") },
    { name: "AVIF, a sequence of two pictures", bytes: avifSequence },
    { name: "HEIC, whole", bytes: heicPhoto },
    { name: "JPEG, arithmetic coding", bytes: arithmeticJpeg },
  ]
}

/** An AVIF with another first name. */
function renamed(avif: Buffer, brand: string): Buffer {
  const copy = Buffer.from(avif)
  copy.write(brand, 8, "latin1")
  return copy
}

function bmp(bits: 1 | 4 | 8 | 16 | 24 | 32, headBytes: 12 | 40 | 124): Buffer {
  const colours = bits <= 8 ? 2 ** bits : 0
  const palette = Buffer.alloc(colours * (headBytes === 12 ? 3 : 4), 0x40)
  const rows = Buffer.alloc(Math.ceil((wide * bits) / 32) * 4 * high, 0x24)
  const size = headBytes === 12 ? 2 : 4
  const head = Buffer.concat([
    little(headBytes, 4),
    little(wide, size),
    little(high, size),
    little(1, 2),
    little(bits, 2),
  ])
  const start = 14 + headBytes + palette.length
  const file = [ascii("BM"), little(start + rows.length, 4), little(0, 4), little(start, 4)]
  return Buffer.concat([...file, fill(head, headBytes), palette, rows])
}

/** What other programs write, by its first bytes as its own description has them: enough to know it, and none of it is decoded. */
function starts(): PictureKind[] {
  const kinds: readonly [name: string, bytes: Buffer][] = [
    [
      "ICO",
      Buffer.concat([
        little(0, 2),
        little(1, 2),
        little(1, 2),
        Buffer.from([16, 16, 0, 0]),
        little(1, 2),
        little(32, 2),
      ]),
    ],
    ["CUR", Buffer.concat([little(0, 2), little(2, 2), little(1, 2), Buffer.from([16, 16, 0, 0])])],
    ["JPEG 2000 (JP2)", Buffer.concat([big(12, 4), ascii("jP  \r\n\x87\n"), big(20, 4), ascii("ftypjp2 ")])],
    ["JPEG 2000, bare (J2K)", Buffer.from([0xff, 0x4f, 0xff, 0x51, 0, 41])],
    ["JPEG XL", Buffer.concat([big(12, 4), ascii("JXL \r\n\x87\n")])],
    ["JPEG XL, bare", Buffer.from([0xff, 0x0a, 0x10, 0x20])],
    ["JPEG XR", Buffer.concat([ascii("II\xbc\x01"), little(8, 4)])],
    ["JPEG-LS", Buffer.from([0xff, 0xd8, 0xff, 0xf7, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xff, 0xd9])],
    ["HEIC of an iPhone, its head", Buffer.concat([big(24, 4), ascii("ftypheic"), big(0, 4), ascii("mif1heic")])],
    ["HEIF, its head", Buffer.concat([big(24, 4), ascii("ftypmif1"), big(0, 4), ascii("mif1heic")])],
    [
      "PSD of Photoshop",
      Buffer.concat([ascii("8BPS"), big(1, 2), Buffer.alloc(6), big(3, 2), big(high, 4), big(wide, 4)]),
    ],
    ["XCF of GIMP", ascii("gimp xcf v011\0")],
    ["SVG", ascii('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')],
    ["SVG behind a declaration", ascii('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["PDF", ascii("%PDF-1.7\n")],
    ["EPS", ascii("%!PS-Adobe-3.0 EPSF-3.0\n")],
    ["RAW of Canon (CR2)", Buffer.concat([ascii("II*\0"), little(16, 4), ascii("CR\x02\0")])],
    ["RAW of Canon (CR3)", Buffer.concat([big(24, 4), ascii("ftypcrx ")])],
    ["RAW of Nikon (NEF)", Buffer.concat([ascii("MM\0*"), big(8, 4)])],
    ["RAW of Sony (ARW)", Buffer.concat([ascii("II*\0"), little(8, 4)])],
    ["RAW of Fujifilm (RAF)", ascii("FUJIFILMCCD-RAW 0201")],
    ["RAW as DNG", Buffer.concat([ascii("II*\0"), little(8, 4), little(1, 2), little(0xc612, 2)])],
    ["PBM", ascii("P1\n2 1\n1 0\n")],
    ["PGM", ascii("P5\n1 1\n255\n\x80")],
    ["PPM", ascii("P6\n1 1\n255\n\x80\x80\x80")],
    ["PAM", ascii("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 3\nMAXVAL 255\nENDHDR\n\x80\x80\x80")],
    ["TGA", Buffer.concat([Buffer.from([0, 0, 2]), Buffer.alloc(9), little(1, 2), little(1, 2), Buffer.from([24, 0])])],
    ["Radiance HDR", ascii("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n")],
    ["OpenEXR", Buffer.concat([little(20_000_630, 4), little(2, 4)])],
    ["QOI", Buffer.concat([ascii("qoif"), big(1, 4), big(1, 4), Buffer.from([3, 0])])],
    ["DDS", ascii("DDS |\0\0\0")],
    ["PCX", Buffer.from([10, 5, 1, 8, 0, 0, 0, 0, 0, 0, 0, 0])],
    ["FITS", ascii("SIMPLE  =                    T")],
    ["WMF", Buffer.from([0xd7, 0xcd, 0xc6, 0x9a, 0, 0])],
    ["Film (MP4)", Buffer.concat([big(24, 4), ascii("ftypisom"), big(512, 4)])],
    ["Text with the ending of a picture", ascii("not a picture")],
    ["Page with the ending of a picture", ascii("<!doctype html><script>alert(1)</script>")],
    ["Program with the ending of a picture", ascii("MZ\x90\0")],
    ["ZIP with the ending of a picture", ascii("PK\x03\x04")],
    ["Nothing but noughts", Buffer.alloc(64)],
  ]
  const bitmaps = ([1, 4, 8, 16, 24, 32] as const).map((bits) => ({ name: `BMP, ${bits} bits`, bytes: bmp(bits, 40) }))
  return [
    ...bitmaps,
    { name: "BMP of OS/2", bytes: bmp(24, 12) },
    { name: "BMP, newest head", bytes: bmp(24, 124) },
    ...kinds.map(([name, bytes]) => ({ name, bytes })),
  ]
}

/** Every kind that is tried, in the order of the table. */
export async function pictureKinds(): Promise<PictureKind[]> {
  return [...(await jpegs()), ...(await pngs()), ...(await others()), ...starts()]
}
