import type { ComponentProps, ReactElement } from "react"
import { MyPhoto } from "./my-photo.tsx"
import { PhotoChoices } from "./photo-choices.tsx"

/** The photo that goes along, with what can be made of it. */
export function MyPhotoChoices(props: Omit<ComponentProps<typeof MyPhoto>, "children">): ReactElement {
  return <MyPhoto {...props}>{(photo) => photo && photo.state !== "failed" && <PhotoChoices photo={photo} />}</MyPhoto>
}
