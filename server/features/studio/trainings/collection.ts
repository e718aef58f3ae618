import { NewTraining } from "#contract/studio/trainings.ts"
import type { Collection } from "#server/declarations/collection.ts"
import { checkTrainer, insertTraining, lockWorkBefore, mayTrain, removeTraining } from "./service.ts"
import { isOwn, trainingsShape } from "./shape.ts"

/** A person's own models, from the photos on. A person starts and removes them; what happens to them is the server's. */
export const trainingsCollection: Collection = {
  ...trainingsShape,
  make: {
    isAllowed: mayTrain,
    schema: NewTraining,
    check: checkTrainer,
    insert: (tx, s, caller, id, data) => insertTraining(tx, s, caller, id, NewTraining.parse(data)),
  },
  remove: {
    isAllowed: isOwn,
    lockBefore: lockWorkBefore,
    run: (tx, s, document) => removeTraining(tx, s, document.$id),
  },
}
