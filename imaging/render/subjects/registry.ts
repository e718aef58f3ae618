import type { SubjectWord } from "#imaging/render/language/vocabulary.ts"
import { blender, fan, iron, riceCooker } from "./appliances.ts"
import { doll } from "./baby/doll.ts"
import { feedingBottle } from "./baby/feeding.ts"
import { diapers, wipes } from "./baby/packs.ts"
import { stroller } from "./baby/stroller.ts"
import { teddyBear, toyCar } from "./baby/toys.ts"
import { backpack, handbag, suitcase, tote } from "./bags.ts"
import { bed, bedding } from "./bed.ts"
import { bottle } from "./bottle.ts"
import { car } from "./car.ts"
import { fabric } from "./clothes.ts"
import { blouse } from "./clothing/blouse.ts"
import { gele } from "./clothing/gele.ts"
import { dress, skirt } from "./clothing/gowns.ts"
import { headWrap } from "./clothing/head-wrap.ts"
import { hoodie } from "./clothing/hoodie.ts"
import { blazer, suit } from "./clothing/jacket.ts"
import { agbada, kaftan, senator } from "./clothing/robes.ts"
import { romper } from "./clothing/romper.ts"
import { polo, shirt, tshirt } from "./clothing/shirts.ts"
import { singlet } from "./clothing/singlet.ts"
import { trousers } from "./clothing/trousers.ts"
import { schoolUniform } from "./clothing/uniform.ts"
import { clutch } from "./clutch.ts"
import { kettle, pan, pot } from "./cookware.ts"
import { can, candle, dropper, lipstick, pouch, soap, tube } from "./cosmetics.ts"
import { cup, tumbler } from "./cups.ts"
import { drum } from "./drum.ts"
import { bowl, plate } from "./food/bowls.ts"
import { bread } from "./food/bread.ts"
import { cupcake } from "./food/cupcakes.ts"
import { fish } from "./food/fish.ts"
import { burger, cake, fruit } from "./food/food.ts"
import { produce } from "./food/fresh.ts"
import { eggs, plantain, yam } from "./food/market.ts"
import { formalShoe } from "./footwear/formal.ts"
import { heel } from "./footwear/heel.ts"
import { sandal, sneaker } from "./footwear/shoes.ts"
import { chair, cushion, stool, table } from "./furniture.ts"
import { book, clock, giftBox } from "./goods.ts"
import { bonnet } from "./hair/bonnet.ts"
import { wig } from "./hair/wig.ts"
import { cap, hat } from "./hats.ts"
import { bookshelf, cabinet, tvStand, wardrobe } from "./home/cabinets.ts"
import { chestFreezer, fridge } from "./home/cold.ts"
import { gasCooker, gasStove } from "./home/cooker.ts"
import { curtains } from "./home/curtains.ts"
import { earbuds } from "./home/earbuds.ts"
import { extensionSocket } from "./home/extension.ts"
import { generator } from "./home/generator.ts"
import { keg } from "./home/keg.ts"
import { airFryer, microwave, washingMachine } from "./home/kitchen-machines.ts"
import { mattress } from "./home/mattress.ts"
import { ringLight } from "./home/ring-light.ts"
import { rug } from "./home/rug.ts"
import { television } from "./home/television.ts"
import { towels } from "./home/towels.ts"
import { jar } from "./jar.ts"
import { bracelet, earrings, necklace, sunglasses, watch } from "./jewellery.ts"
import type { Kit, Model } from "./kit/kit.ts"
import { lamp } from "./lamp.ts"
import { mug } from "./mug.ts"
import { crate } from "./packs/crate.ts"
import { phoneCase } from "./packs/phone-case.ts"
import { waterSachet } from "./packs/sachet.ts"
import { wallet } from "./packs/wallet.ts"
import { perfume } from "./perfume.ts"
import { planter } from "./planter.ts"
import { ring } from "./ring.ts"
import { sack } from "./sack.ts"
import { frame } from "./signs.ts"
import { compact, nailPolish, powerBank, rollOn } from "./small-goods.ts"
import { ball, dumbbell, kettlebell, yogaMat } from "./sports.ts"
import { camera, headphones, laptop, monitor, phone, speaker } from "./tech.ts"
import { armchair, sofa } from "./upholstery.ts"
import { vase } from "./vase.ts"

/** Builder of every subject the vocabulary knows. */
export const subjects: Readonly<Record<SubjectWord, (kit: Kit) => Model>> = {
  perfume,
  bottle,
  dropper,
  jar,
  tube,
  compact,
  lipstick,
  nailpolish: nailPolish,
  rollon: rollOn,
  soap,
  candle,
  mug,
  cup,
  tumbler,
  bowl,
  plate,
  pot,
  pan,
  kettle,
  ricecooker: riceCooker,
  gascooker: gasCooker,
  gasstove: gasStove,
  fridge,
  freezer: chestFreezer,
  generator,
  diapers,
  wipes,
  feedingbottle: feedingBottle,
  microwave,
  washingmachine: washingMachine,
  airfryer: airFryer,
  stroller,
  toycar: toyCar,
  teddy: teddyBear,
  mattress,
  curtains,
  towels,
  rug,
  blender,
  fan,
  iron,
  vase,
  planter,
  lamp,
  clock,
  frame,
  cushion,
  chair,
  stool,
  armchair,
  sofa,
  bed,
  bedding,
  table,
  ring,
  necklace,
  earrings,
  bracelet,
  watch,
  sunglasses,
  hat,
  cap,
  wig,
  handbag,
  clutch,
  tote,
  backpack,
  suitcase,
  tshirt,
  dress,
  kaftan,
  senator,
  agbada,
  shirt,
  suit,
  blazer,
  uniform: schoolUniform,
  romper,
  singlet,
  blouse,
  bonnet,
  polo,
  hoodie,
  trousers,
  skirt,
  headwrap: headWrap,
  gele,
  fabric,
  sneaker,
  formalshoe: formalShoe,
  sandal,
  heel,
  phone,
  laptop,
  monitor,
  television,
  tvstand: tvStand,
  wardrobe,
  cabinet,
  bookshelf,
  earbuds,
  extension: extensionSocket,
  powerbank: powerBank,
  headphones,
  speaker,
  camera,
  book,
  fruit,
  eggs,
  plantain,
  yam,
  produce,
  cake,
  bread,
  fish,
  doll,
  keg,
  ringlight: ringLight,
  burger,
  can,
  pouch,
  watersachet: waterSachet,
  crate,
  cupcake,
  wallet,
  phonecase: phoneCase,
  sack,
  box: giftBox,
  car,
  dumbbell,
  kettlebell,
  yogamat: yogaMat,
  ball,
  drum,
}
