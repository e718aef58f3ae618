import { importAppwrite } from "./appwrite/import.ts"
import { type AdminCommand, need } from "./command/command.ts"
import { importPerson } from "./import-person.ts"

export const importCommand: AdminCommand = {
  usage: "import person FILE.zip | import appwrite ADDRESS-OR-FOLDER PROJECT [--look]",
  what: "Takes a person's own copy of their data into this installation, all of it private, or nothing when something is wrong; or accounts, documents and files of an Appwrite project, whose key stands in APPWRITE_API_KEY",
  acts: {
    person: {
      logs: "people.import",
      async run(context, args) {
        await importPerson(context, need(args, 0, "the ZIP that the person downloaded"))
        return true
      },
    },
    appwrite: {
      logs: "people.importProject",
      async run(context, args) {
        await importAppwrite(context, args)
        return true
      },
    },
  },
}
