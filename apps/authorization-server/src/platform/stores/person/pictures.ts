/** The pictures of people, which are shown to everyone who knows their addresses. */
import type { Database } from "@countersign/database";
import type { Query } from "../transaction.ts";

export interface Picture {
  readonly mediaType: string;
  readonly image: Buffer;
}

export interface PictureStore {
  /** The picture with this id; `undefined` if there is none, or if the account of its person is disabled. */
  find(id: string): Promise<Picture | undefined>;
}

export const pictureStore = ({ pool }: Pick<Database, "pool">): PictureStore => ({
  async find(id) {
    if (!UUID.test(id)) return undefined;
    return (await pool.query<Picture>({ name: "picture-find", text: FIND, values: [id] })).rows[0];
  },
});

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export interface NewPicture {
  readonly id: string;
  readonly userId: string;
  readonly mediaType: string;
  readonly image: Uint8Array;
  /** The address of the picture. */
  readonly url: string;
}

/** Replaces the picture of a person, and the claim. Its old address leads to nothing from then on. */
export async function storePicture(query: Query, { id, userId, mediaType, image, url }: NewPicture, at: Date) {
  await query(STORE, [userId, id, mediaType, Buffer.from(image), at]);
  await query(SET_CLAIM, [userId, url, at]);
}

/** Removes the picture of a person, and the claim. Returns false if the person has none. */
export async function dropPicture(query: Query, userId: string, at: Date): Promise<boolean> {
  await query("DELETE FROM person_picture WHERE user_id = $1", [userId]);
  return (await query(CLEAR_CLAIM, [userId, at])).length > 0;
}

const FIND = `
  SELECT p.media_type AS "mediaType", p.image
    FROM person_picture p JOIN end_user u ON u.id = p.user_id WHERE p.id = $1 AND u.disabled_at IS NULL`;

const STORE = `
  INSERT INTO person_picture (user_id, id, media_type, image, created_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (user_id) DO UPDATE SET id = $2, media_type = $3, image = $4, created_at = $5`;

const SET_CLAIM = "UPDATE end_user SET picture = $2, updated_at = $3 WHERE id = $1";

const CLEAR_CLAIM = `
  UPDATE end_user SET picture = NULL, updated_at = $2 WHERE id = $1 AND picture IS NOT NULL RETURNING id`;
