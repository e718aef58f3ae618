import type { ReactElement } from "react"
import type { StoredFile } from "#contract/hosted/files.ts"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { copyAddress } from "./picture/copy-address.ts"
import { DeletePart } from "./picture/delete-part.tsx"
import { PictureActions } from "./picture/picture-actions.tsx"
import { Fact } from "./picture/picture-facts-list.tsx"
import { PictureLook } from "./picture/picture-look.tsx"
import { shapeOf, uploadPath } from "./upload-facts.ts"

interface UploadDialogProps {
  file: StoredFile
  /** Which models learn from it, in words. */
  use: string
  /** Moves to a neighbour; undefined at the ends of the gallery. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose: () => void
  onDelete: () => void
  isDeleting: boolean
}

/** A closer look at one upload: what it is, what it is used for and what can be done with it. */
export function UploadDialog(props: UploadDialogProps): ReactElement {
  const { file, use, onPrevious, onNext, onClose, onDelete, isDeleting } = props
  const path = uploadPath(file)
  const size = file.width && file.height ? `${file.width} × ${file.height}, ` : ""
  return (
    <Dialog open onOpenChange={onClose} size="wide" title="Upload">
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-8">
        <PictureLook path={path} alt={file.name} {...shapeOf(file)} onPrevious={onPrevious} onNext={onNext} />
        <div className="flex flex-col gap-6">
          <dl className="grid grid-cols-2 gap-4">
            <Fact name="Name" isWide>
              {file.name}
            </Fact>
            <Fact name="Use" isWide>
              {use}
            </Fact>
            <Fact name="Uploaded on">{formatDate(file.$createdAt)}</Fact>
            <Fact name="Size">
              {size}
              {formatBytes(file.sizeOriginal)}
            </Fact>
          </dl>
          <PictureActions
            url={path}
            download={{ href: path, name: file.name }}
            copy={{ label: "Copy address", act: () => copyAddress(path) }}
          />
          <DeletePart
            key={file.$id}
            question="Delete this upload for good?"
            onDelete={onDelete}
            isDeleting={isDeleting}
          />
        </div>
      </div>
    </Dialog>
  )
}
