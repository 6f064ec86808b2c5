import {
  confirmSmsNumber,
  getSmsNumber,
  removeSmsNumber,
  type SmsNumber,
  setSmsNumber,
} from '@granary/contract/notifications/sms';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { channelsQuery } from './channels.ts';

/** The phone number for the user's alerts. */
export const smsNumberQuery = queryOptions({
  queryKey: ['sms-number'],
  queryFn: ({ signal }) => call(getSmsNumber, {}, signal),
});

/** Sends a confirmation code to a new phone number. */
export function useSendSmsCode() {
  return useSmsMutation((number: string) => call(setSmsNumber, { body: { number } }));
}

/** Confirms the new number with its code. */
export function useConfirmSmsNumber() {
  return useSmsMutation((code: string) => call(confirmSmsNumber, { body: { code } }));
}

export function useRemoveSmsNumber() {
  return useSmsMutation((_: undefined) => call(removeSmsNumber, {}));
}

function useSmsMutation<Input>(mutationFn: (input: Input) => Promise<SmsNumber>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (number) => {
      client.setQueryData(smsNumberQuery.queryKey, number);
      return client.invalidateQueries(channelsQuery);
    },
  });
}
