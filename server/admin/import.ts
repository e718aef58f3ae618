import { type AdminCommand, AdminError, need } from "./command.ts"
import { importAppwrite } from "./import-appwrite.ts"
import { importPerson } from "./import-person.ts"

export const importCommand: AdminCommand = {
  usage: "import person FILE.zip | import appwrite ADDRESS-OR-FOLDER PROJECT [--look]",
  what: "Takes a person's own copy of their data into this installation, all of it private, or nothing when something is wrong; or accounts, documents and files of an Appwrite project, whose key stands in APPWRITE_API_KEY",
  async run(context, [what, ...args]) {
    if (what === "person") await importPerson(context, need(args, 0, "the ZIP that the person downloaded"))
    else if (what === "appwrite") await importAppwrite(context, args)
    else throw new AdminError("import appwrite ADDRESS-OR-FOLDER PROJECT, or import person FILE.zip")
    return true
  },
}
