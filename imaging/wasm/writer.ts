/** Instructions as bytes. The WebAssembly core standard, version 2.0, chapter 5 (binary format) and its SIMD part. */
export type Code = number[]

/** Unsigned LEB128. */
export function unsigned(value: number): Code {
  const bytes: Code = []
  let rest = value >>> 0
  do {
    const low = rest & 127
    rest >>>= 7
    bytes.push(rest ? low | 128 : low)
  } while (rest)
  return bytes
}

/** Signed LEB128. */
export function signed(value: number): Code {
  const bytes: Code = []
  let rest = value | 0
  for (;;) {
    const low = rest & 127
    rest >>= 7
    if ((rest === 0 && !(low & 64)) || (rest === -1 && low & 64)) {
      bytes.push(low)
      return bytes
    }
    bytes.push(low | 128)
  }
}

const vectorOpcodes = {
  equal: 0x41,
  less: 0x43,
  greater: 0x44,
  not: 0x4d,
  and: 0x4e,
  andNot: 0x4f,
  or: 0x50,
  select: 0x52,
  floor: 0x68,
  absolute: 0xe0,
  negate: 0xe1,
  root: 0xe3,
  add: 0xe4,
  subtract: 0xe5,
  multiply: 0xe6,
  divide: 0xe7,
  minimum: 0xea,
  maximum: 0xeb,
} as const

const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)]

/** One operation on four floats (or their masks). */
export const vector = (operator: keyof typeof vectorOpcodes): Code => simd(vectorOpcodes[operator])

const floatBytes = new Uint8Array(4)
const floatView = new DataView(floatBytes.buffer)

/** Four times the same float. */
export function splat(value: number): Code {
  floatView.setFloat32(0, value, true)
  return [...simd(0x0c), ...floatBytes, ...floatBytes, ...floatBytes, ...floatBytes]
}

export const get = (local: number): Code => [0x20, ...unsigned(local)]
export const set = (local: number): Code => [0x21, ...unsigned(local)]
export const tee = (local: number): Code => [0x22, ...unsigned(local)]
export const call = (fn: number): Code => [0x10, ...unsigned(fn)]
export const integer = (value: number): Code => [0x41, ...signed(value)]
export const addIntegers: Code = [0x6a]
export const multiplyIntegers: Code = [0x6c]
export const shiftLeft: Code = [0x74]
export const atLeast: Code = [0x4e]
export const isZero: Code = [0x45]
export const orIntegers: Code = [0x72]
export const andIntegers: Code = [0x71]

/** Loads the integer at a fixed address. */
export const loadCell = (address: number): Code => [...integer(0), 0x28, 2, ...unsigned(address)]

/** Stores the integer that `value` leaves at a fixed address. */
export const storeCell = (address: number, value: Code): Code => [
  ...integer(0),
  ...value,
  0x36,
  2,
  ...unsigned(address),
]
export const anyTrue: Code = simd(0x53)

/** Loads four floats from `offset` plus the address in local `pointer`. */
export const load = (pointer: number, offset: number): Code => [...get(pointer), ...simd(0x00), 2, ...unsigned(offset)]

/** Loads one float from `offset` plus the address in local `pointer`, four times. */
export const loadSplat = (pointer: number, offset: number): Code => [
  ...get(pointer),
  ...simd(0x09),
  2,
  ...unsigned(offset),
]

/** Stores the four floats that `value` leaves. */
export const store = (pointer: number, offset: number, value: Code): Code => [
  ...get(pointer),
  ...value,
  ...simd(0x0b),
  2,
  ...unsigned(offset),
]

export const when = (condition: Code, body: Code): Code => [...condition, 0x04, 0x40, ...body, 0x0b]

/** Repeats `body` until `stop` leaves a non-zero integer; it is asked first. */
export const until = (stop: Code, body: Code): Code => [
  ...[0x02, 0x40, 0x03, 0x40],
  ...stop,
  ...[0x0d, 1],
  ...body,
  ...[0x0c, 0, 0x0b, 0x0b],
]

/** One function: parameters are the first locals, then integers, then vectors. */
export interface WasmFunction {
  /** "map": three vectors in, one out. "pass": one integer in, nothing out. */
  signature: "map" | "pass"
  integers: number
  vectors: number
  body: Code
  exportName?: string
}

const signatures: readonly Code[] = [
  [0x60, 3, 0x7b, 0x7b, 0x7b, 1, 0x7b],
  [0x60, 1, 0x7f, 0],
]

const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content]
const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()]
const text = (value: string): Code => [...unsigned(value.length), ...[...value].map((c) => c.charCodeAt(0))]

/**
 * A module that imports one memory ("host"."memory") and exports the named functions.
 * @param pages smallest memory in 64 KiB pages; with `sharedPages` the memory is shared and may have that many
 */
export function writeModule(functions: readonly WasmFunction[], pages: number, sharedPages?: number): Uint8Array {
  const limits = sharedPages === undefined ? [0, ...unsigned(pages)] : [3, ...unsigned(pages), ...unsigned(sharedPages)]
  const bodies = functions.map((f) => {
    const groups: Code[] = []
    if (f.integers > 0) groups.push([...unsigned(f.integers), 0x7f])
    if (f.vectors > 0) groups.push([...unsigned(f.vectors), 0x7b])
    const size = list(groups).length + f.body.length + 1
    return { head: [...unsigned(size), ...list(groups)], body: f.body }
  })
  const head = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(signatures)),
    ...section(2, list([[...text("host"), ...text("memory"), 2, ...limits]])),
    ...section(3, list(functions.map((f) => [f.signature === "map" ? 0 : 1]))),
    ...section(
      7,
      list(functions.flatMap((f, i) => (f.exportName ? [[...text(f.exportName), 0, ...unsigned(i)]] : []))),
    ),
  ]
  const count = unsigned(functions.length)
  const codeSize = bodies.reduce((sum, b) => sum + b.head.length + b.body.length + 1, count.length)
  const bytes = [...head, 10, ...unsigned(codeSize), ...count]
  for (const { head: start, body } of bodies) {
    for (const byte of start) bytes.push(byte)
    for (const byte of body) bytes.push(byte)
    bytes.push(0x0b)
  }
  return Uint8Array.from(bytes)
}
