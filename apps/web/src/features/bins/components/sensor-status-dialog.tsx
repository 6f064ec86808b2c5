import type { SensorStatus } from '@granary/domain/readings/sensors';
import { Modal, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { Question } from '../../../components/question.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useErrorSentence } from '../../../lib/use-error-sentence.ts';
import { type SensorTarget, useSetSensorStatus } from '../api/set-sensor-status.ts';
import { statuses } from './sensor-status-control.tsx';

export interface ManySensors {
  readonly target: SensorTarget;
  readonly count: number;
  /** What is proposed; the person may choose another. */
  readonly status: SensorStatus;
}

export interface SetManyStatusesProps {
  readonly binId: number;
  /** Null asks nothing. */
  readonly sensors: ManySensors | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before the status of several sensors is set at once. */
export function SetManyStatuses({ binId, sensors, onClose, onDone }: SetManyStatusesProps) {
  const { t } = useTranslation();
  const [last, setLast] = useState(sensors);
  // While the dialog closes it still shows what it asked about.
  if (sensors !== null && sensors !== last) setLast(sensors);
  const isAll = last?.target.kind === 'all';
  const count = last?.count ?? 0;
  return (
    <Modal
      opened={sensors !== null}
      onClose={onClose}
      title={t(isAll ? 'sensor.allSensors' : 'sensor.thisAndAbove', { count })}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {last !== null && (
        <StatusQuestion binId={binId} sensors={last} onCancel={onClose} onDone={onDone} />
      )}
    </Modal>
  );
}

interface StatusQuestionProps {
  readonly binId: number;
  readonly sensors: ManySensors;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

function StatusQuestion({ binId, sensors, onCancel, onDone }: StatusQuestionProps) {
  const { t } = useTranslation();
  const sentence = useErrorSentence();
  const [status, setStatus] = useState(sensors.status);
  const isOffline = useLiveState().kind === 'offline';
  const setting = useSetSensorStatus(binId);
  return (
    <Question
      text={t(`sensor.means.${status}`)}
      act={t(`sensor.act.${status}`)}
      isBusy={setting.isPending}
      {...(isOffline && { refusal: t('live.cannotChange') })}
      onCancel={onCancel}
      onConfirm={() => setting.mutate({ target: sensors.target, status }, { onSuccess: onDone })}
    >
      <SegmentedControl
        aria-label={t('sensor.status')}
        fullWidth
        data={statuses.map((value) => ({ value, label: t(`sensor.statuses.${value}`) }))}
        value={status}
        onChange={(value) => setStatus(value)}
      />
      {setting.isError && (
        <Notice state="warning" isAlert title={sentence(setting.error, t('sensor.failed'))} />
      )}
    </Question>
  );
}
