export { cleanPicture, LARGEST_PICTURE_BYTES } from "./clean.ts";
export type { CleanedPicture } from "./cleaned.ts";
export { pictureType } from "./picture-type.ts";
