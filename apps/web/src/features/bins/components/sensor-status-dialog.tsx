import type { SensorStatus } from '@granary/domain/readings/sensors';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirmation } from '../../../components/confirmation.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SegmentedControl } from '../../../components/segmented-control.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { type SensorTarget, useSetSensorStatus } from '../api/set-sensor-status.ts';
import { sensorStatuses } from '../sensor-statuses.ts';

export interface SensorSelection {
  readonly target: SensorTarget;
  readonly count: number;
  /** The preselected status. */
  readonly status: SensorStatus;
}

export interface SensorStatusDialogProps {
  readonly binId: number;
  readonly sensors: SensorSelection | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for confirmation before the status of several sensors is set. */
export function SensorStatusDialog({ binId, sensors, onClose, onDone }: SensorStatusDialogProps) {
  const { t } = useTranslation();
  const [lastSelection, setLastSelection] = useState(sensors);
  // Keeps the content while the dialog closes.
  if (sensors !== null && sensors !== lastSelection) setLastSelection(sensors);
  const isAll = lastSelection?.target.kind === 'all';
  const count = lastSelection?.count ?? 0;
  return (
    <Dialog
      opened={sensors !== null}
      onClose={onClose}
      title={t(isAll ? 'sensor.allSensors' : 'sensor.thisAndAbove', { count })}
    >
      {lastSelection !== null && (
        <StatusConfirmation
          binId={binId}
          sensors={lastSelection}
          onCancel={onClose}
          onDone={onDone}
        />
      )}
    </Dialog>
  );
}

interface StatusConfirmationProps {
  readonly binId: number;
  readonly sensors: SensorSelection;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

function StatusConfirmation({ binId, sensors, onCancel, onDone }: StatusConfirmationProps) {
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  const [status, setStatus] = useState(sensors.status);
  const isOffline = useLiveState().kind === 'offline';
  const saveStatus = useSetSensorStatus(binId);
  return (
    <Confirmation
      text={t(`sensor.effects.${status}`)}
      confirmLabel={t(`sensor.actions.${status}`)}
      isBusy={saveStatus.isPending}
      {...(isOffline && { disabledReason: t('live.cannotChange') })}
      onCancel={onCancel}
      onConfirm={() => saveStatus.mutate({ target: sensors.target, status }, { onSuccess: onDone })}
    >
      <SegmentedControl
        aria-label={t('sensor.status')}
        fullWidth
        data={sensorStatuses.map((value) => ({ value, label: t(`sensor.statuses.${value}`) }))}
        value={status}
        onChange={(value) => setStatus(value)}
      />
      {saveStatus.isError && (
        <Notice state="warning" isAlert title={formatError(saveStatus.error, t('sensor.failed'))} />
      )}
    </Confirmation>
  );
}
