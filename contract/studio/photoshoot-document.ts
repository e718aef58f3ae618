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
