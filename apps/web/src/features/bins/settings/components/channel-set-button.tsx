import type { Bin } from '@granary/contract/bins/http';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../components/error-state.tsx';
import { useLiveState } from '../../../../lib/live-client.ts';
import { saveSettings } from '../api/save-settings.ts';
import { useCanChange } from '../use-can-change.ts';

type RadioBin = Pick<
  Bin,
  'id' | 'frequency' | 'radioGroup' | 'wantedFrequency' | 'wantedRadioGroup' | 'version'
>;

/**
 * Records that a board is already on the requested channel, for example if only the stored channel was wrong.
 */
export function ConfirmChannelButton({ bin }: { readonly bin: RadioBin }) {
  const isWaiting = bin.wantedFrequency !== null || bin.wantedRadioGroup !== null;
  return isWaiting ? <ConfirmButton bin={bin} /> : null;
}

function ConfirmButton({ bin }: { readonly bin: RadioBin }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isOffline = useLiveState().kind === 'offline';
  const canChange = useCanChange()('frequency');
  const confirmChannel = useMutation({
    mutationFn: () =>
      saveSettings(client, [bin.id, 'general'], {
        frequency: bin.wantedFrequency ?? bin.frequency,
        radioGroup: bin.wantedRadioGroup ?? bin.radioGroup,
        isChannelSet: true,
        version: bin.version,
      }),
  });
  if (!canChange) return null;
  return (
    <div>
      {confirmChannel.isError && <ErrorState error={confirmChannel.error} />}
      <Button
        variant="default"
        loading={confirmChannel.isPending}
        disabled={isOffline}
        onClick={() => confirmChannel.mutate()}
      >
        {t('settingsForm.channelSet')}
      </Button>
    </div>
  );
}
