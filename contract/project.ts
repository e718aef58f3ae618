/** Names of the hosted backend's one project, database and bucket, as SDK clients spell them. */
export const projectId = "aworan"
export const databaseId = "main"
export const imagesBucketId = "images"

/** Base path of the hosted backend. */
export const apiBase = "/v1"
