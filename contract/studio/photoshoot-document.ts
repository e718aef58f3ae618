import type { OwnPicture } from "./own-pictures.ts"

/** Wire form of a photoshoot document: one finished picture of a shoot. */
export interface PhotoshootDocument {
  $id: string
  $createdAt: string
  $updatedAt: string
  customerID: string
  prompt: string
  url: string
  /** The model it was made with; null when that is gone. */
  trainingId: string | null
  template: string
  /** Name of the engine that made it; null where nothing is known of it any more. */
  engine: string | null
  is_public: boolean
  /** When a public picture of a new account reaches the showcase by itself; null when it may be there. */
  waits_until: string | null
  width: number
  height: number
  size: number
  placeholder: string
  preview_320: string
  preview_640: string
}

/** Galleries show pictures of every kind alike. */
export function shotAsPicture({
  customerID,
  trainingId: _model,
  template: _set,
  ...shot
}: PhotoshootDocument): OwnPicture {
  return {
    ...shot,
    creator: customerID,
    sent_prompt: shot.prompt,
    // What stands where generated pictures name their mode.
    mode: "photoshoot",
    aspect_ratio: "1:1",
    trade: null,
    is_starred: false,
  }
}
