import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirmation } from '../../../components/confirmation.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { FanBin } from './fan-reminder.tsx';

/** The run times to choose from, hours. */
const RUN_TIMES = [2, 6, 12, 24] as const;
const HOUR_S = 3600;
/** Preselected, so that a fan that someone forgets to turn off stops automatically. */
const PRESELECTED_HOURS = 6;

export interface FanConfirmDialogProps {
  readonly bin: Pick<FanBin, 'name' | 'fanMode'>;
  /** True to turn the fan on, false to turn it off. */
  readonly isOn: boolean;
  /** `runForS` is null when turning the fan off, or if it should run until someone turns it off. */
  readonly onConfirm: (runForS: number | null) => void;
  readonly onCancel: () => void;
}

/**
 * Asks for confirmation before a fan is turned on or off, and asks how long it should run when turned on.
 * Mounted only while it is open.
 */
export function FanConfirmDialog({ bin, isOn, onConfirm, onCancel }: FanConfirmDialogProps) {
  const { t } = useTranslation();
  const [hours, setHours] = useState<number>(PRESELECTED_HOURS);
  return (
    <Dialog
      onClose={onCancel}
      title={t(isOn ? 'fan.command.onTitle' : 'fan.command.offTitle', { bin: bin.name })}
    >
      <Confirmation
        text={t(isOn ? 'fan.command.question' : 'fan.command.notLockout')}
        confirmLabel={t(isOn ? 'fan.command.turnOn' : 'fan.command.turnOff')}
        isBusy={false}
        onConfirm={() => onConfirm(isOn && hours > 0 ? hours * HOUR_S : null)}
        onCancel={onCancel}
      >
        {isOn && (
          <>
            <Text>{t('fan.command.nobodyThere')}</Text>
            <NativeSelect
              label={t('fan.command.runTime')}
              data={[
                ...RUN_TIMES.map((count) => ({
                  value: String(count),
                  label: t('fan.command.hours', { count }),
                })),
                { value: '0', label: t('fan.command.untilOff') },
              ]}
              value={String(hours)}
              onChange={(event) => setHours(Number(event.currentTarget.value))}
            />
          </>
        )}
        {bin.fanMode !== 'manual' && (
          <Notice
            state="warning"
            title={t('fan.command.setsManual', {
              bin: bin.name,
              mode: t(`fan.mode.${bin.fanMode}`),
            })}
          />
        )}
      </Confirmation>
    </Dialog>
  );
}
