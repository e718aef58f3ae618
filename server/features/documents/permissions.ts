import { type Caller, rolesOf } from "#server/platform/caller.ts"
import { AppError } from "#server/platform/errors.ts"

const id = "[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}"
const permission = new RegExp(
  `^(?:read|update|delete|write)\\("(any|guests|users(?:/(?:un)?verified)?|user:${id}(?:/(?:un)?verified)?|team:${id}(?:/${id})?|member:${id}|label:[a-zA-Z0-9]{1,36})"\\)$`,
)

/**
 * Checks the permissions a client hands out. Ours follow from the collection's policy, so they change nothing; but a
 * client that tries to give away what it does not have learns so (contract §3.4, checklist 3.9).
 * @throws AppError `general_argument_invalid` for a malformed one, `user_unauthorized` for a role the caller lacks
 */
export function checkPermissions(caller: Caller, permissions: readonly string[]): void {
  const held = new Set(rolesOf(caller))
  for (const text of permissions) {
    const role = text.match(permission)?.[1]
    if (!role)
      throw new AppError("general_argument_invalid", "Invalid `permissions` param: not a permission of a document")
    if (caller.kind !== "key" && !held.has(role)) {
      throw new AppError(
        "user_unauthorized",
        `Permissions can only be given to roles you hold: ${[...held].join(", ")}`,
      )
    }
  }
}

/** @returns the roles that may read a document, from its own permissions */
export function readersOf(permissions: readonly string[]): string[] {
  return permissions.flatMap((text) => text.match(/^read\("(.+)"\)$/)?.[1] ?? [])
}
