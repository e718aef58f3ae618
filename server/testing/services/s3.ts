import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"

/** An S3 service of this machine with one empty bucket. */
export interface TestS3 {
  /** Of the bucket, as the settings of storage have it. */
  bucket: {
    endpoint: string
    region: string
    bucket: string
    accessKeyId: string
    secretAccessKey: string
  }
  close(): Promise<void>
}

export async function openTestS3(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), "aworan-s3-"))
  const configureBuckets = [{ name: "media" }]
  const server = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory, configureBuckets })
  const { port } = await server.run()
  return {
    bucket: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      bucket: "media",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    async close() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
