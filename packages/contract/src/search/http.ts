import * as z from 'zod/mini';
import { role } from '../accounts/http.ts';
import { route } from '../route.ts';
import { id, wireObject } from '../wire.ts';
import { searchModels } from './models.ts';

/** A search result; fields that its kind does not have are null. */
export const searchResult = wireObject({
  id: ['id', id],
  documentId: ['_id', id],
  firstName: ['first_name', z.nullable(z.string())],
  lastName: ['last_name', z.nullable(z.string())],
  email: ['email', z.nullable(z.string())],
  /** The name of the user, or of the farm's or bin's owner; their email address if no name is set. */
  personName: ['person_name', z.string()],
  /** Set for users: customers and, for admins, distributors. */
  role: ['role', z.nullable(role)],
  farmName: ['farm_name', z.nullable(z.string())],
  binName: ['bin_name', z.nullable(z.string())],
  mainBoardId: ['bin_topic', z.nullable(z.string())],
  city: ['city', z.nullable(z.string())],
  state: ['state', z.nullable(z.string())],
});
export type SearchResult = z.output<typeof searchResult>;

export const search = route('POST', 'user/search', {
  summary:
    'Find bins, farms or users by name, among those that the caller may see; admins also find distributors',
  body: z.strictObject({
    model: z.enum(searchModels),
    text: z.string().check(z.trim(), z.maxLength(100)),
  }),
  response: z.array(searchResult),
});
