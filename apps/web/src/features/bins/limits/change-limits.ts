import {
  applyAlertLimits,
  type PreviewedBin,
  previewAlertLimits,
} from '@granary/contract/alerts/limits';
import type { AlertLimits } from '@granary/contract/bins/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Finds the bins whose limits would change. */
export function usePreviewLimits() {
  return useMutation({
    mutationFn: (body: { readonly limits: AlertLimits; readonly search: string }) =>
      call(previewAlertLimits, { body }),
  });
}

/** Applies alert limits to bins, and fetches the bins again. */
export function useApplyLimits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      limits,
      bins,
    }: {
      readonly limits: AlertLimits;
      readonly bins: readonly PreviewedBin[];
    }) => {
      const body = { limits, bins: bins.map(({ id, version }) => ({ id, version })) };
      return call(applyAlertLimits, { body });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['bin'] }),
        client.invalidateQueries({ queryKey: ['bins'] }),
      ]),
  });
}
