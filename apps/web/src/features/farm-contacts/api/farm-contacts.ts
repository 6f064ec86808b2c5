import {
  addFarmContact,
  confirmFarmContact,
  type FarmContacts,
  getFarmContacts,
  optOutOfAlerts,
  removeFarmContact,
  sendContactCode,
} from '@granary/contract/farm-contacts/http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RouteRequest } from '../../../lib/api.ts';

export type NewContact = Omit<RouteRequest<typeof addFarmContact>['body'], 'farmId'>;

/** The people without an account who get alerts about a farm. */
export function farmContactsQuery(farmId: number) {
  return queryOptions({
    queryKey: ['farm-contacts', farmId],
    queryFn: ({ signal }) => call(getFarmContacts, { query: { farm_id: farmId } }, signal),
  });
}

/** Adds a contact, and sends them a code. */
export function useAddContact(farmId: number) {
  return useContactMutation(farmId, (contact: NewContact) =>
    call(addFarmContact, { body: { ...contact, farmId } }),
  );
}

export function useSendContactCode(farmId: number) {
  return useContactMutation(farmId, (contactId: number) =>
    call(sendContactCode, { params: { contactId } }),
  );
}

/** Confirms a contact with the code that was sent to them. */
export function useConfirmContact(farmId: number, contactId: number) {
  return useContactMutation(farmId, (code: string) =>
    call(confirmFarmContact, { params: { contactId }, body: { code } }),
  );
}

export function useRemoveContact(farmId: number) {
  return useContactMutation(farmId, (contactId: number) =>
    call(removeFarmContact, { params: { contactId } }),
  );
}

/** Stops alerts to the contact who received the link. */
export function useOptOut() {
  return useMutation({
    mutationFn: (token: string) => call(optOutOfAlerts, { body: { token } }),
  });
}

function useContactMutation<Input>(
  farmId: number,
  mutationFn: (input: Input) => Promise<FarmContacts>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (contacts) => client.setQueryData(farmContactsQuery(farmId).queryKey, contacts),
  });
}
