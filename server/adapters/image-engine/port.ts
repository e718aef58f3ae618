import type { OwnWords } from "#contract/studio/words/categories.ts"
/** How a picture is to look, in the words of the catalogue (`contract/catalogue/modes.ts`). */
export type EngineStyle =
  | "plain"
  | "realism"
  | "ultra"
  | "half-illustration"
  | "ghibsky"
  | "cinestill"
  | "video-game"
  | "embedded-text"

/** How a result is stored. */
export type EngineFormat = "webp" | "png"

/** A set that products can be shot in. */
export interface ShootTemplate {
  name: string
  /** What it is good for, in a seller's words. */
  use: string
  /** True when the product keeps the colours of its photo. */
  isNeutral: boolean
  /** Whether it can be drawn in a seller's own two colours. */
  takesColours: boolean
}

/** What can be asked of an engine; screens and services ask before they promise. */
export interface EngineCapabilities {
  /** Largest picture to order, in pixels (width × height). */
  maxPixels: number
  /** Largest file that is read, in pixels. */
  maxFilePixels: number
  /** Largest result of an enlargement, in pixels. */
  maxEnlargedPixels: number
  /** Orders worth working on at once in one process; more wait in line. */
  concurrency: number
  /** True when `EngineWatch.onPreview` is called before the result. */
  previews: boolean
  /** True when a person must be told that no photographic AI model is behind the pictures. */
  isLocal: boolean
  /** Best known uses first; none when the engine cannot shoot. */
  templates: readonly ShootTemplate[]
}

/** One order of one or more pictures of the same prompt. */
export interface PictureOrder {
  kind: "picture"
  /** Slug of the mode (docs/product-rules.md#screens), for engines that choose a hosted model by it. */
  mode: string
  style: EngineStyle
  /** The person's own words. Engines that read language themselves use these. */
  prompt: string
  /** The words with the mode's prefix or template (docs/product-rules.md#two-prompts). Hosted models get these. */
  sentPrompt: string
  /** Pixels. */
  width: number
  /** Pixels. */
  height: number
  /** How many pictures, 1 to 4. */
  count: number
  /** Same order, same seed: same picture, where the engine can. */
  seed: number
  format: EngineFormat
  /** Less processed look (flux1.1-ultra only). */
  raw: boolean
  /** A poster of the words is wanted, whatever they name. Only of engines that read words. */
  isPoster?: boolean
}

/** A product without its background. */
export interface CutOutOrder {
  kind: "cut-out"
  /** The photo as it was uploaded. */
  file: Uint8Array
  format: EngineFormat
}

/** A line that a person drew over a cut-out. */
export interface RefinementStroke {
  kind: "keep" | "erase"
  /** Half the brush's width, in pixels of the cut-out. */
  radius: number
  /** x and y in turn, in pixels of the cut-out. */
  points: readonly number[]
}

/** What a person pointed at, in pixels of the cut-out: a place that is part of the product or is not, where it is, its openings. */
export type RefinementTap =
  | { kind: "belongs" | "foreign"; x: number; y: number }
  | { kind: "box"; left: number; top: number; right: number; bottom: number }
  | { kind: "openings"; are: "filled" | "open" }

/** How the edge of a cut-out is changed all around, in pixels of the cut-out. */
export interface RefinementEdge {
  /** How far it is moved: outwards above 0, inwards below. */
  shift: number
  /** How far it is softened to either side. */
  feather: number
  /** Whether its pixels take the product's colours. */
  isClean: boolean
}

/** A cut-out mended where a person pointed and drew. */
export interface RefinementOrder {
  kind: "refinement"
  /** The photo as it was uploaded. */
  photo: Uint8Array
  /** What was cut out of it. */
  cutOut: Uint8Array
  /** Followed first, one after the other: each changes the one region around it. */
  taps: readonly RefinementTap[]
  /** Hints rather than exact lines: the engine finds the edge near them again. Later ones count more. */
  strokes: readonly RefinementStroke[]
  /** Changed after the strokes; as it is when absent. */
  edge?: RefinementEdge | undefined
  format: EngineFormat
}

/** A larger, sharper picture. */
export interface EnlargementOrder {
  kind: "enlargement"
  file: Uint8Array
  factor: 2 | 4
  format: EngineFormat
}

/** Photos to be judged as a set for training or shooting. */
export interface InspectionOrder {
  kind: "inspection"
  files: readonly Uint8Array[]
}

/** Photos of one product, to be learned. */
export interface TrainingOrder {
  kind: "training"
  /** Photos that an inspection found usable, at least one. */
  photos: readonly Uint8Array[]
  /** The word that stands for the product in prompts to the model. */
  triggerWord: string
  /** Name of the shoot style, such as "Bags": what kind of thing it is. */
  style: string
}

/** What an engine needs of a model that it trained before. */
export interface KnownModel {
  /** As `TrainedModel.model` said it; only the engine that said it understands it. */
  model: string
  triggerWord: string
  /** The views of `TrainedModel`, in their order. */
  views: readonly Uint8Array[]
}

/** Pictures of a learned product in surroundings that a prompt names. */
export interface ModelPictureOrder {
  kind: "model-picture"
  known: KnownModel
  /** The person's own words; the trigger word may be among them. */
  prompt: string
  /** Pixels. */
  width: number
  /** Pixels. */
  height: number
  /** How many pictures, 1 to 4. */
  count: number
  seed: number
  format: EngineFormat
}

/**
 * Shots of one product in several sets. Every template takes its turn, and each time round the next photo. Shots may be
 * ordered one at a time: `from` 2 and `count` 1 is the third of the same shoot.
 */
export interface ShootOrder {
  kind: "shoot"
  /** Photos of the product, or its cut-outs, which spares cutting out again. */
  photos: readonly Uint8Array[]
  /** Names out of `EngineCapabilities.templates`. */
  templates: readonly string[]
  /** Of a learned product; its views are among the photos then. Engines that draw with a trained model use it. */
  known?: KnownModel
  /** The seller's two colours as `#rrggbb`, in the place of the templates' own; only for templates that take them. */
  colours?: { wall: string; accent: string } | undefined
  /** A set of its own that these words name, instead of `templates`, which are none then. Only of engines that have templates. */
  words?: string
  /** What a hosted model is asked for, one for each of `templates`; without the trigger word. */
  prompts?: readonly string[]
  from: number
  count: number
  seed: number
  /** Pixels. */
  width: number
  /** Pixels. */
  height: number
  format: EngineFormat
  /** Roughly, for a small look beforehand, where the engine can. */
  isPreview?: boolean
}

/** What a picture shows, as words to draw it again. */
export interface DescriptionOrder {
  kind: "description"
  file: Uint8Array
}

/** Everything that can be ordered. */
export type EngineOrder =
  | PictureOrder
  | CutOutOrder
  | RefinementOrder
  | EnlargementOrder
  | InspectionOrder
  | ShootOrder
  | DescriptionOrder
  | TrainingOrder
  | ModelPictureOrder

export type EngineOrderKind = EngineOrder["kind"]

/** The order of a kind. */
export type OrderOf<K extends EngineOrderKind> = Extract<EngineOrder, { kind: K }>

/** A finished picture as a file that names its maker and source, and no place. */
export interface DrawnPicture {
  bytes: Uint8Array
}

/** Who did a piece of work: a trained model, or rules. */
export type Maker = "model" | "local"

/** A product on transparency. */
export interface CutOutPicture {
  bytes: Uint8Array
  /** How far the outline can be trusted, 0 to 1. */
  confidence: number
  /** False: show it with "We are not sure about the edges". */
  isSure: boolean
  /** What it may be instead, where the engine is not sure and found something else too. */
  other?: Uint8Array | undefined
  by: Maker
}

export interface EnlargedPicture {
  bytes: Uint8Array
  /** Pixels. */
  width: number
  /** Pixels. */
  height: number
  by: Maker
}

/** One thing about one photo, in a seller's words. */
export interface PhotoFinding {
  code: string
  /** `stop`: leave the photo out. `warn`: a better one gives a better result. `note`: nothing to do. */
  severity: "stop" | "warn" | "note"
  /** What is wrong. */
  words: string
  /** How to take the photo again, or why that is not needed. */
  retake: string
}

/** What is thought of one photo of a set. */
export interface PhotoVerdict {
  /** False when a finding says to leave it out. */
  isUsable: boolean
  /** The most serious first. */
  findings: PhotoFinding[]
  /** Number of the earlier photo it repeats. */
  duplicateOf?: number
}

export interface ShotPicture {
  bytes: Uint8Array
  template: string
  /** Number of the photo in the order. */
  photo: number
  /** How far the photo's cut-out can be trusted, 0 to 1. */
  confidence: number
}

/** One side of a learned product. */
export interface TrainedView {
  /** The product on transparency. */
  bytes: Uint8Array
  /** Number of the photo it was taken from. */
  photo: number
}

/** What was learned of a product. */
export interface TrainedModel {
  /** What the engine calls it; opaque to everybody else, at most 500 letters. */
  model: string
  /** The best views, the best first, to be kept with the model; none where the engine keeps what it needs itself. */
  views: TrainedView[]
  /** The product's own colours as `#rrggbb`, the most of it first; none where the engine does not know. */
  colours: string[]
  by: Maker
}

/** What comes of an order, by its kind. */
export interface EngineResults {
  /** Fewer than asked when a provider withheld some, never none. */
  picture: DrawnPicture[]
  "cut-out": CutOutPicture
  /** As large as the cut-out; the same away from what taps, strokes and an edge change. */
  refinement: { bytes: Uint8Array }
  enlargement: EnlargedPicture
  /** One per file, in their order; a file that cannot be read has a finding of its own. */
  inspection: PhotoVerdict[]
  shoot: ShotPicture[]
  description: { text: string }
  training: TrainedModel
  "model-picture": DrawnPicture[]
}

/** What an engine tells while it works. */
export interface EngineWatch {
  /** What this engine called the work when it began it, on an earlier attempt that did not end; null the first time. */
  providerJobId: string | null
  /**
   * Keeps what a provider calls the work it has begun, before anything else is waited for, so that the next attempt asks
   * for its result instead of beginning it again. Only the first one is kept.
   * @throws OrderEnded when the order has ended: nothing may be begun for it
   */
  saveProviderJobId(providerJobId: string): Promise<void>
  /** Hears which engine works on the order. */
  onEngine?(name: string): void
  /** Aborted when the order is cancelled or its time is over; the order then rejects with the signal's reason. */
  signal: AbortSignal
  /**
   * When the order's time is over, in ms since the epoch; absent without a limit. Who draws several pictures gives what is
   * finished shortly before, and takes less care where time is short.
   */
  endsAt?: number
  /** Never goes back, and ends with 1. @param fraction 0 to 1 over the whole order */
  onProgress(fraction: number): void
  /** A small encoded WebP of picture or shot number `index`, before the whole order is done. */
  onPreview(index: number, preview: Uint8Array): void
  /** Shot number `index` of a shoot, as soon as it is finished and before the others. */
  onShot?(index: number, shot: ShotPicture): void
}

/** Words of which an engine is asked what it would make: those for a mode, for a trained model, or for a set around a photo. */
export type WordsToRead =
  | Pick<PictureOrder, "kind" | "mode" | "style" | "prompt">
  | (Pick<ModelPictureOrder, "kind" | "prompt"> & Pick<KnownModel, "model" | "triggerWord">)
  | (Pick<ShootOrder, "kind"> & { prompt: string })

/** What an engine makes of a prompt: told before anything is paid, and stored with the order. */
export interface PromptReading {
  /** Phrases it would draw, in the person's words. */
  understood: string[]
  /** Things that something else would stand in for, with what: "folded cloth for “shawl”". */
  substituted: string[]
  /** Words it would leave out. */
  ignored: string[]
  /** False when the main thing is not known: the picture would be a poster of the words themselves. */
  isUnderstood: boolean
  /** That thing, in the person's words; null where it is drawn, or none is named. */
  unknown: string | null
  /** What can be drawn instead of it, and of what something else would stand in for; null where nothing comes near. */
  nearest: { thing: string; prompt: string } | null
  /** Which words say what of the scene. */
  scene: OwnWords
  /** Whether the main thing stands on a floor, as furniture does; null where it is the person's own. */
  isLarge: boolean | null
}

/** What decides, besides its kind, who would carry an order out. */
export interface OfferAbout {
  /** Slug of the mode, for orders of the kind `picture`. */
  mode?: string | undefined
  /** `TrainedModel.model` of the model to be drawn, for orders of the kinds `model-picture` and `shoot`. */
  model?: string | undefined
}

/** Whether an order can be placed now, and who would carry it out. */
export interface EngineOffer {
  /** Name of the engine; it stands on each result. */
  engine: string
  /** What the person is told when the order cannot be placed; null when it can. */
  refusal: string | null
  /** Whether no photographic AI model is behind it. */
  isLocal: boolean
  /** What the operator calls the model behind a mode; null leaves the mode's own title. */
  label: string | null
}

/** A published model that can be added, as it is told to operators before they agree. */
export interface ModelOffer {
  /** What it is for, and its name in commands: `cut-out`. */
  id: string
  title: string
  /** What comes over the line, and what it takes on the disk, in bytes. */
  downloadBytes: number
  diskBytes: number
  /** What it is and where it comes from, what it costs in time and memory, and what is known of its licence; a sentence each. */
  facts: readonly string[]
}

/** How far the adding of a model is. */
export interface AddingProgress {
  /** What is done now, in words: "fetching onnxruntime-node". */
  step: string
  done: number
  /** Bytes; 0 where it cannot be told. */
  total: number
}

/** Published models that an operator may add; they lie in the data folder. */
export interface ModelStore {
  offers: readonly ModelOffer[]
  /** In a line, what of it is there; null when it is not. */
  find(id: string): Promise<string | null>
  /**
   * Fetches a model and its runtime, tries it and puts it to work; what came of an earlier attempt is kept and gone on with.
   * @throws ModelRefused; the signal's reason
   */
  add(id: string, watch: { signal: AbortSignal; onProgress(progress: AddingProgress): void }): Promise<void>
  /** Takes it out of work and off the disk. @returns whether it was there */
  remove(id: string): Promise<boolean>
}

/** A model was not added; the message says why, and what to do, to the operator. */
export class ModelRefused extends Error {
  override readonly name = "ModelRefused"
}

/** Draws, cuts out, enlarges, inspects, stages and describes. One implementation per provider, each in a folder of its own. */
export interface ImageEngine {
  readonly name: string
  readonly capabilities: EngineCapabilities
  offer(kind: EngineOrderKind, about?: OfferAbout): Promise<EngineOffer>
  /** The offer's `isLocal` alone, for who holds a transaction: an offer may ask the database whether a provider is paused. */
  isLocal(kind: EngineOrderKind): boolean
  /**
   * Carries an order out.
   * @throws AppError `general_argument_invalid` when a file cannot be read or the order cannot be met, with a message for
   * the person; `engine_failed` when the provider refuses, answers garbage or is too late
   */
  run<K extends EngineOrderKind>(order: OrderOf<K>, watch: EngineWatch): Promise<EngineResults[K]>
  /** Reads a prompt at once, without drawing; null from engines that cannot tell beforehand. */
  read?(words: WordsToRead): PromptReading | null
  /**
   * Ends at the provider what an order began there and nobody waits for any more, so that it costs nothing further. What
   * has ended is left alone. Absent where nothing goes on without us.
   * @param providerJobId as `EngineWatch.saveProviderJobId` got it
   * @throws ProviderFailure while it may still be running
   */
  abandon?(providerJobId: string): Promise<void>
  /**
   * Asks the provider with our key, ordering nothing; absent where there is no provider.
   * @returns names of those that answered
   * @throws Error when one is not reached or refuses the key
   */
  check?(): Promise<string[]>
  /** In one line, which way cut-outs are made now; absent where it never changes. */
  tellCutOut?(): Promise<string>
  /** Ends what runs and frees threads and connections. */
  stop(): Promise<void>
}
