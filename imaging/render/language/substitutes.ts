import type { Thing } from "./reading.ts"
import type { PropWord } from "./scenery-words.ts"
import type { SubjectWord } from "./vocabulary.ts"

/** Words for things of which only a relative can be built, with what is drawn for them. */
const substitutes: Readonly<Partial<Record<SubjectWord, readonly (readonly [words: RegExp, drawn: string])[]>>> = {
  jar: [[/^(cosmetics?|skincare|skin care)$/, "cream jar"]],
  kettle: [[/coffee pot/, "teapot"]],
  vase: [[/bouquet|flower arrangement/, "vase"]],
  frame: [[/billboard|banner/, "sign board"]],
  ring: [[/jewel/, "ring"]],
  bracelet: [[/anklet/, "bracelet"]],
  fabric: [[/scarf|shawl|wrapper/, "folded cloth"]],
  agbada: [[/aso oke/, "agbada of plain cloth"]],
  senator: [[/aso oke/, "senator of plain cloth"]],
  earrings: [[/stud/, "drop earrings"]],
  headphones: [[/headset/, "headphones without a microphone"]],
  laptop: [[/^computer$/, "laptop"]],
  watersachet: [[/^bag/, "sachet of water"]],
  cake: [[/cheesecake/, "cake"]],
  car: [[/toyota/, "car without a badge"]],
  teddy: [[/toy/, "teddy bear"]],
  toycar: [[/truck|vehicle/, "toy car"]],
  diapers: [[/pampers/, "diapers without a brand"]],
  cabinet: [[/drawer/, "cabinet with drawers and doors"]],
  drum: [[/talking drum/, "djembe"]],
}

/** What is drawn for a thing that cannot be drawn itself; undefined for what can. */
export function substituteFor({ name, word }: Thing<SubjectWord>): string | undefined {
  return substitutes[name]?.find(([words]) => words.test(word))?.[1]
}

/** Words for small things around the subject of which only relatives can be built. */
const otherProps: Readonly<Partial<Record<PropWord, RegExp>>> = {
  "dried grass": /flower|wheat/,
  leaves: /plants|fern|monstera/,
  petals: /^(?!.*petal)/,
  beads: /bead|pearl|bubble/,
  citrus: /lemon|^slices$/,
  cinnamon: /bean|spice/,
  shells: /starfish/,
  gifts: /confetti/,
}

/** Whether a small thing would be another one: roses are no petals. */
export function isAnotherProp({ name, word }: Thing<PropWord>): boolean {
  return otherProps[name]?.test(word) ?? false
}
