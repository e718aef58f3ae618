/** Roles of one person: `user:ID`, with or without what they confirmed. */
const own = /^(read|update|delete|write)\("user:([a-zA-Z0-9][\w.-]{0,35})(?:\/\w+)?"\)$/

/**
 * Whose a document or a file is by its permissions: the one person who may change it, or else the one who may read it.
 * @returns null where that is nobody, or several
 */
export function ownerOf(permissions: unknown): string | null {
  if (!Array.isArray(permissions)) return null
  const given = permissions.flatMap((text) => {
    const [, action, userId] = own.exec(String(text)) ?? []
    return userId === undefined ? [] : [{ isRead: action === "read", userId }]
  })
  const changers = given.filter(({ isRead }) => !isRead)
  const [first, ...others] = new Set((changers.length > 0 ? changers : given).map(({ userId }) => userId))
  return first === undefined || others.length > 0 ? null : first
}

/** Whether everybody, or everybody who signed in, may read it. */
export function isReadByAll(permissions: unknown): boolean {
  return Array.isArray(permissions) && permissions.some((text) => /^read\("(?:any|users)"\)$/.test(String(text)))
}

/** @returns the path of a file of the project's storage below the API, null for what is no address of one */
export function pathOfFile(address: unknown): string | null {
  const [, bucketId, fileId] = (typeof address === "string" && storedFile.exec(address)) || []
  return bucketId === undefined ? null : `/storage/buckets/${bucketId}/files/${fileId}`
}

const id = "([a-zA-Z0-9][\\w.-]{0,35})"
const storedFile = new RegExp(`/storage/buckets/${id}/files/${id}/(?:view|download|preview)(?:[?#]|$)`)
