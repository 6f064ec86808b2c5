import { getContacts } from '@granary/contract/accounts/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The signed-in user's support contacts. */
export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }) => call(getContacts, {}, signal),
  staleTime: 5 * MINUTE,
});
