import type { SubjectWord } from "#imaging/render/language/vocabulary.ts"
import { bottle } from "./bottle.ts"
import { jar } from "./jar.ts"
import type { Kit, Model } from "./kit.ts"
import { lamp } from "./lamp.ts"
import { mug } from "./mug.ts"
import { perfume } from "./perfume.ts"
import { ring } from "./ring.ts"
import { vase } from "./vase.ts"

/** Builder of every subject the vocabulary knows. */
export const subjects: Partial<Record<SubjectWord, (kit: Kit) => Model>> = {
  perfume,
  bottle,
  jar,
  mug,
  vase,
  lamp,
  ring,
}
