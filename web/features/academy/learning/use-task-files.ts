import { useState } from "react"
import { handInLimits } from "#contract/catalogue/learning.ts"
import { taskPlace } from "#web/lib/academy/hand-in-draft.ts"
import { usePhotoKeeper } from "#web/lib/photos/use-stored-photos.ts"

interface TaskFile {
  /** Under which it waits on this device. */
  key: string
  file: File
}

/** The files of a hand-in. They wait on this device until they are handed in: without a line, after a reload too. */
export function useTaskFiles(reader: string, lessonId: string) {
  const [files, setFiles] = useState<readonly TaskFile[]>([])
  const keeper = usePhotoKeeper(reader, taskPlace(lessonId), (kept) => {
    const before = kept.flatMap(({ key, file }) => (file ? [{ key, file }] : []))
    setFiles((now) => [...before, ...now].slice(0, handInLimits.files))
  })
  return {
    files,
    add: (added: readonly File[]): void => {
      const room = Math.max(0, handInLimits.files - files.length)
      const more = added.slice(0, room).map((file) => ({ key: keeper.newKey(), file }))
      for (const { key, file } of more) void keeper.keep(key, { name: file.name, file })
      setFiles((now) => [...now, ...more])
    },
    remove: (key: string): void => {
      setFiles((now) => now.filter((one) => one.key !== key))
      void keeper.forget(key)
    },
    forgetStored: (): void => void keeper.forgetAll(),
  }
}
