/** Names of the hosted backend's one project and database, as SDK clients spell them. */
export const projectId = "aworan"
export const databaseId = "main"

/** Base path of the hosted backend. */
export const apiBase = "/v1"
