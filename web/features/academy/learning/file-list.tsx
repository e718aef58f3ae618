import { Check, FileText } from "lucide-react"
import { type ReactElement, useEffect, useRef, useState } from "react"
import type { CourseFile } from "#contract/academy/learning.ts"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Card } from "#web/ui/layout/card.tsx"

interface FileListProps {
  files: readonly CourseFile[]
  /** Present: each file can be marked as read. */
  onRead?: ((id: string) => void) | undefined
  isBusy?: boolean
}

/** Files to read, with what a download takes. */
export function FileList({ files, onRead, isBusy = false }: FileListProps): ReactElement {
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {files.map((file) => (
        <li key={file.id}>
          <FileCard file={file} onRead={onRead} isBusy={isBusy} />
        </li>
      ))}
    </ul>
  )
}

interface FileCardProps extends Pick<FileListProps, "onRead"> {
  file: CourseFile
  isBusy: boolean
}

function FileCard({ file, onRead, isBusy }: FileCardProps): ReactElement {
  const { id, title, text, url, byteSize, isRead } = file
  const [wasPressed, setPressed] = useState(false)
  const open = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on from what stood before it.
    if (wasPressed && isRead) open.current?.focus()
  }, [wasPressed, isRead])
  return (
    <Card className="grid h-full content-start gap-4">
      <div className="flex items-start gap-4">
        <FileText aria-hidden="true" className="size-8 shrink-0 text-indigo" />
        <div className="min-w-0 grow">
          <h2 className="text-xl">{title}</h2>
          <p className="text-ink-soft">{text}</p>
        </div>
        {isRead && <Badge tone="leaf">Read</Badge>}
      </div>
      <div className="flex flex-wrap gap-3">
        <a ref={open} href={url} target="_blank" rel="noreferrer" className={buttonLook({})}>
          Open PDF {byteSize > 0 && <span className="font-normal">({formatBytes(byteSize)})</span>}
          <span className="sr-only"> of {title}, opens in a new tab</span>
        </a>
        {onRead && !isRead && (
          <Button
            variant="secondary"
            disabled={isBusy}
            onClick={() => {
              setPressed(true)
              onRead(id)
            }}
          >
            <Check aria-hidden="true" />
            <span>
              Mark as read<span className="sr-only">: {title}</span>
            </span>
          </Button>
        )}
      </div>
    </Card>
  )
}
