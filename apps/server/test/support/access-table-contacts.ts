import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { type AccessTableRow, get, post } from './access-requests.ts';
import { hiddenFromOthers, sameForEveryone } from './expected-statuses.ts';

/** A contact's ID is this number plus its farm's ID. */
export const FIRST_CONTACT_ID = 4_000_000;

/** Adds a contact to each farm, with an ID derived from the farm's. */
export async function addContacts(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into farm_contacts (id, farm_id, name, channel, address, min_severity, language)
    overriding system value
    select ${FIRST_CONTACT_ID} + id, id, 'Maria', 'mail', 'maria@farm.example', 'critical', 'en' from farms
    on conflict do nothing`.execute(db);
}

/** Returns the statuses of calls that change a farm's contacts; callers who may change them get `status`. */
const createContactStatuses = (status: number) => ({
  user: [status, 404, 404, 404],
  distributor: [status, 404, 404, 404],
  admin: [status, status, status, 404],
  'admin demoted to user': [404, 404, 404, 404],
  'distributor demoted to user': [404, 404, 404, 404],
});

/** The farm contact endpoints. */
export const contactRows: Readonly<Record<string, AccessTableRow>> = {
  'GET farm/contacts': {
    request: ({ farm }) => get(`farm/contacts?farm_id=${farm}`)(),
    expected: hiddenFromOthers,
  },
  'POST farm/contacts': {
    request: ({ farm }) =>
      post('farm/contacts', {
        farm_id: farm,
        name: 'Maria',
        channel: 'mail',
        address: 'maria@farm.example',
        min_severity: 'critical',
        language: 'en',
      })(),
    // The test server sends no mail.
    expected: createContactStatuses(409),
  },
  'POST farm/contacts/:contactId/sendCode': {
    request: ({ contact }) => post(`farm/contacts/${contact}/sendCode`)(),
    expected: createContactStatuses(409),
  },
  'POST farm/contacts/:contactId/confirm': {
    request: ({ contact }) => post(`farm/contacts/${contact}/confirm`, { code: '000000' })(),
    // No code was sent to the contact.
    expected: createContactStatuses(422),
  },
  'DELETE farm/contacts/:contactId': {
    request: ({ contact }) => ({ method: 'DELETE', url: `/api/farm/contacts/${contact}` }),
    expected: hiddenFromOthers,
    undo: addContacts,
  },
  'POST farm/contacts/optOut': {
    request: post('farm/contacts/optOut', { token: 'not a token of this server' }),
    expected: sameForEveryone(422),
    statusWithoutSession: 422,
  },
};
