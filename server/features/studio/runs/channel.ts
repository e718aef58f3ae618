/** Channel between processes that tells which run has ended. */
export const runsChannel = "runs"
