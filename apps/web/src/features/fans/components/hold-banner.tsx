import type { FanSchedule } from '@granary/contract/fans/schedule';
import { Button } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useResumeSchedule } from '../api/fan-schedule.ts';
import classes from './fan-schedule.module.css';

interface HoldBannerProps {
  readonly binId: number;
  readonly hold: NonNullable<FanSchedule['hold']>;
}

/** Shows why the schedule is on hold, with a button to resume it. */
export function HoldBanner({ binId, hold }: HoldBannerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const canResume = useCan('fans.write');
  const isOffline = useLiveState().kind === 'offline';
  const [isConfirming, setConfirming] = useState(false);
  const resume = useResumeSchedule(binId);
  return (
    <div className={classes['hold']} role="alert">
      <IconHandStop size={28} aria-hidden="true" />
      <div>
        <p className={classes['holdTitle']}>{t(`fan.schedule.hold.${hold.reason}`)}</p>
        <p>
          {hold.isLockedOut
            ? t('fan.schedule.hold.locked')
            : t('fan.schedule.hold.detail', { time: format.dateTime(hold.since, now) })}
        </p>
      </div>
      {canResume && !hold.isLockedOut && (
        <Button disabled={isOffline} onClick={() => setConfirming(true)}>
          {t('fan.schedule.hold.resume')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('fan.schedule.hold.question')}
        text={t('fan.schedule.hold.check')}
        confirmLabel={t('fan.schedule.hold.resume')}
        isBusy={resume.isPending}
        onConfirm={() => resume.mutate(undefined, { onSuccess: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
      >
        {resume.isError && <ErrorState error={resume.error} />}
      </ConfirmDialog>
    </div>
  );
}
