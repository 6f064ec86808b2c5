import type { SensorStatus } from '@granary/domain/readings/sensors';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { SegmentedControl } from '../../../components/segmented-control.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useSetSensorStatus } from '../api/set-sensor-status.ts';
import { sensorStatuses } from '../sensor-statuses.ts';
import classes from './sensor-status-control.module.css';

export interface SensorStatusControlProps {
  readonly binId: number;
  readonly cable: number;
  readonly cableId: number;
  readonly position: number;
  readonly status: SensorStatus;
}

/** Sets one sensor to default, muted or disabled, without confirmation. */
export function SensorStatusControl(props: SensorStatusControlProps) {
  const { binId, cable, cableId, position, status } = props;
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  const isOffline = useLiveState().kind === 'offline';
  const canWrite = useCan('sensor-status.write');
  const setStatus = useSetSensorStatus(binId);
  const shownStatus = setStatus.isPending ? setStatus.variables.status : status;
  return (
    <div className={classes['control']}>
      <SegmentedControl
        aria-label={t('sensor.status')}
        fullWidth
        disabled={isOffline || !canWrite}
        data={sensorStatuses.map((value) => ({ value, label: t(`sensor.statuses.${value}`) }))}
        value={shownStatus}
        onChange={(value) => {
          // Not disabled while pending, or the control would lose focus.
          if (setStatus.isPending) return;
          setStatus.mutate({ target: { kind: 'one', cable, cableId, position }, status: value });
        }}
      />
      {isOffline && <p className={classes['reason']}>{t('live.cannotChange')}</p>}
      <div role="status">
        {setStatus.isSuccess && <Notice state="ok" title={t('sensor.updated')} />}
      </div>
      {setStatus.isError && (
        <Notice state="warning" isAlert title={formatError(setStatus.error, t('sensor.failed'))} />
      )}
    </div>
  );
}
