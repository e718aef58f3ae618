#pragma once
#include "bag.h"
#include "column.h"
#include "creature.h"
#include "food.h"
#include "furniture.h"
#include "gadget.h"
#include "packet.h"
#include "plant.h"
#include "vehicle.h"
#include "vessel.h"
#include "wearable.h"

/** A thing of any kind; vessels and creatures come twice as often as others. */
SHARED_CALL void addAnyProduct(Builder& build) {
  switch (build.random.below(12)) {
    case 0:
    case 1:
      return addVessel(build);
    case 2:
      return addPacket(build);
    case 3:
      return addBag(build);
    case 4:
      return addFurniture(build);
    case 5:
      return addVehicle(build);
    case 6:
    case 7:
      return addCreature(build);
    case 8:
      return addPlant(build);
    case 9:
      return addWearable(build);
    case 10:
      return build.random.chance(0.5f) ? addFood(build) : addColumn(build);
    default:
      return addGadget(build);
  }
}
