import { type RawBuilder, type SqlBool, sql } from "kysely"
import { AppError } from "#server/platform/errors.ts"
import { type Caller, rolesOf } from "./caller.ts"

/** What a permission of a document or a file allows (docs/hosted-backend.md#permissions). */
export type PermittedAction = "read" | "update" | "delete"

const id = "[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}"
const permission = new RegExp(
  `^(read|update|delete|write)\\("(any|guests|users(?:/(?:un)?verified)?|user:${id}(?:/(?:un)?verified)?|team:${id}(?:/${id})?|member:${id}|label:[a-zA-Z0-9]{1,36})"\\)$`,
)

/**
 * Checks the permissions a client hands out (docs/hosted-backend.md#permissions, docs/security.md#rights).
 * @returns them as they are stored: `write` is spelled out, none appears twice
 * @throws AppError `general_argument_invalid` for a malformed one, `user_unauthorized` for a role the caller lacks
 */
export function readPermissions(caller: Caller, permissions: readonly string[]): string[] {
  const held = new Set(rolesOf(caller))
  const stored = new Set<string>()
  for (const text of permissions) {
    const [, action, role] = text.match(permission) ?? []
    if (!action || !role) {
      throw new AppError("general_argument_invalid", "Invalid `permissions` param: not a permission of a record")
    }
    if (caller.kind !== "key" && !held.has(role)) {
      throw new AppError(
        "user_unauthorized",
        `Permissions can only be given to roles you hold: ${[...held].join(", ")}`,
      )
    }
    for (const allowed of action === "write" ? ["update", "delete"] : [action]) stored.add(`${allowed}("${role}")`)
  }
  return [...stored]
}

/** Said to whoever would publish before an address or a number is confirmed. */
export function unconfirmed(): AppError {
  return new AppError("not_allowed", "Please confirm your e-mail address before you publish.")
}

/** Said to whoever would publish after pictures of theirs were taken down. */
export function keptFromPublishing(): AppError {
  return new AppError(
    "not_allowed",
    "Pictures of yours were taken down several times, so you cannot publish any more. Write to us if you think this is wrong.",
  )
}

/**
 * The same where they are kept. Giving a right to others is publishing: not for whoever confirmed neither address nor number,
 * nor for those who are kept from it.
 * @throws AppError `not_allowed`, and as `readPermissions`
 */
export function keptPermissions(caller: Caller, permissions: readonly string[]): string[] {
  const kept = readPermissions(caller, permissions)
  const isForOthers = kept.some((text) => !/^\w+\("(?:user|team):/.test(text))
  if (isForOthers && caller.kind === "person") {
    if (!caller.isVerified) throw unconfirmed()
    if (caller.isKeptFromPublishing) throw keptFromPublishing()
  }
  return kept
}

/** The permissions of a record whose maker named none: everything for a person, nothing for anybody else. */
export function defaultPermissions(caller: Caller): string[] {
  if (caller.kind !== "person") return []
  return ["read", "update", "delete"].map((action) => `${action}("user:${caller.accountId}")`)
}

/** Whether the row's own `permissions` let the caller do this; the row goes by the name `document`. */
export function isPermitted(action: PermittedAction, caller: Caller): RawBuilder<SqlBool> {
  if (caller.kind === "key") return sql`true`
  return sql`document.permissions && ${rolesOf(caller).map((role) => `${action}("${role}")`)}::text[]`
}

/** @returns the roles that may read a record, from its own permissions */
export function readersOf(permissions: readonly string[]): string[] {
  return permissions.flatMap((text) => text.match(/^read\("(.+)"\)$/)?.[1] ?? [])
}
