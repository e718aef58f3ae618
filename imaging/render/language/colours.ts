/** A colour as linear-light red, green and blue, each 0 to 1. */
export type Rgb = readonly [number, number, number]

/** @param hex six digits of sRGB, with or without `#` */
export function linear(hex: string): Rgb {
  const value = Number.parseInt(hex.replace("#", ""), 16)
  const channel = (shift: number): number => {
    const x = ((value >> shift) & 255) / 255
    return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4
  }
  return [channel(16), channel(8), channel(0)]
}

/** Straight mix of two colours in linear light; `share` 0 gives the first, 1 the second. */
export function mix(first: Rgb, second: Rgb, share: number): Rgb {
  const at = (i: 0 | 1 | 2): number => first[i] + (second[i] - first[i]) * share
  return [at(0), at(1), at(2)]
}

/** Multiplies every channel. */
export function scale(colour: Rgb, factor: number): Rgb {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor]
}

/** How bright a colour looks, 0 to 1 (Rec. 709 weights). */
export function luminance(colour: Rgb): number {
  return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]
}

/** Colour words → sRGB. Chosen by eye to photograph well: none is fully saturated, white and black keep room for shading. */
export const colourWords: Readonly<Record<string, string>> = {
  red: "#b8252c",
  crimson: "#9a1830",
  scarlet: "#c4281e",
  maroon: "#5e1621",
  burgundy: "#5c1626",
  blonde: "#c9a15f",
  auburn: "#6a2c1a",
  ginger: "#b3561f",
  wine: "#5a1a2c",
  ruby: "#9b1030",
  coral: "#e8735a",
  salmon: "#ea9480",
  blue: "#2456b4",
  navy: "#1a2748",
  cobalt: "#1e46a8",
  azure: "#3f8fd6",
  "sky blue": "#86bde6",
  "baby blue": "#a9cdea",
  "powder blue": "#b4cfe0",
  "royal blue": "#2340b0",
  indigo: "#36307e",
  sapphire: "#143f9a",
  denim: "#3d5a80",
  green: "#2f7a4c",
  emerald: "#0c6b48",
  sage: "#9caf88",
  olive: "#6b7038",
  mint: "#a8dcc0",
  "forest green": "#1f4a30",
  "lime green": "#9acb3a",
  pistachio: "#b5c98e",
  moss: "#64703a",
  khaki: "#a39a6a",
  jade: "#2f9a74",
  yellow: "#e9bd30",
  mustard: "#c8922a",
  saffron: "#e6a524",
  ochre: "#c07f2a",
  chalk: "#ece7dc",
  orange: "#dd6e26",
  tangerine: "#ea7f2c",
  apricot: "#f0b080",
  peach: "#f2ba96",
  terracotta: "#b8573d",
  rust: "#9c4526",
  copper: "#c5764e",
  bronze: "#8a6239",
  brass: "#c39b4a",
  pink: "#e59aaa",
  blush: "#e8c2b6",
  "hot pink": "#dd3f86",
  "dusty pink": "#cf9b98",
  magenta: "#b52a82",
  fuchsia: "#c22a86",
  purple: "#6b459a",
  violet: "#6d4aa8",
  lavender: "#b9a8d8",
  lilac: "#c4a9d4",
  plum: "#5e2a52",
  mauve: "#a98398",
  black: "#161618",
  charcoal: "#36383b",
  graphite: "#3f4246",
  white: "#f1eee9",
  "off white": "#ece6da",
  ivory: "#efe6d2",
  cream: "#ebdfc8",
  beige: "#d8c4a8",
  sand: "#d2b78e",
  nude: "#dcb59a",
  taupe: "#968575",
  tan: "#b98d5e",
  camel: "#b58755",
  caramel: "#a9672f",
  brown: "#6b4428",
  chocolate: "#462a1b",
  coffee: "#4c3222",
  grey: "#8a8d90",
  gray: "#8a8d90",
  "light grey": "#bcbec0",
  slate: "#5a6570",
  teal: "#1d6f70",
  turquoise: "#37aaa2",
  aqua: "#67c1c1",
  cyan: "#3fb0c8",
  amber: "#c0671a",
  honey: "#cf8a24",
  gold: "#d6a64a",
  golden: "#d6a64a",
  silver: "#cfd0d2",
  champagne: "#e6cfa8",
  "rose gold": "#dfa48e",
  pearl: "#e9e2d6",
  lemon: "#ecd648",
  lime: "#9acb3a",
  cherry: "#8e1526",
  olives: "#6b7038",
  ebony: "#231a15",
}

/** Words that shift the colour (or the wood, or the stone) after them. */
export const shadeWords: Readonly<Record<string, (colour: Rgb) => Rgb>> = {
  light: (c) => mix(c, [0.92, 0.91, 0.9], 0.45),
  pale: (c) => mix(c, [0.92, 0.91, 0.9], 0.55),
  pastel: (c) => mix(c, [0.92, 0.91, 0.9], 0.5),
  soft: (c) => mix(c, [0.85, 0.84, 0.83], 0.3),
  dusty: (c) => mix(c, [0.5, 0.48, 0.46], 0.35),
  muted: (c) => mix(c, [luminance(c), luminance(c), luminance(c)], 0.4),
  dark: (c) => scale(c, 0.38),
  deep: (c) => scale(c, 0.5),
  bright: (c) => vivid(c, 1.35),
  vibrant: (c) => vivid(c, 1.35),
  vivid: (c) => vivid(c, 1.35),
  electric: (c) => vivid(c, 1.5),
  neon: (c) => vivid(c, 1.6),
  warm: (c) => [Math.min(1, c[0] * 1.12), c[1], c[2] * 0.85],
  cool: (c) => [c[0] * 0.88, c[1], Math.min(1, c[2] * 1.12)],
}

function vivid(colour: Rgb, amount: number): Rgb {
  const grey = luminance(colour)
  const push = (x: number): number => Math.min(0.95, Math.max(0.01, (grey + (x - grey) * amount) * 1.12))
  return [push(colour[0]), push(colour[1]), push(colour[2])]
}
