import type { Bin } from '@granary/contract/bins/http';
import type { SensorPlace } from '@granary/domain/alerts/alert';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCableName } from '../../../../bin-data/format-sensor-name.ts';
import { Notice } from '../../../../components/notice.tsx';
import { useLiveState } from '../../../../lib/live-client.ts';
import { useCan } from '../../../../lib/use-can.ts';
import { useErrorMessage } from '../../../../lib/use-error-message.ts';
import { useSetSensorStatus } from '../../api/set-sensor-status.ts';
import classes from './cables.module.css';

interface MissingSensorsProps {
  readonly bin: Bin;
  /** The sensors in the missing-data alert. */
  readonly missingSensors: readonly SensorPlace[];
}

/**
 * Lists the sensors that no longer report data, with a button for each cable to mute them, for example after
 * a shorter cable was installed.
 */
export function MissingSensors({ bin, missingSensors }: MissingSensorsProps) {
  const { t } = useTranslation();
  const cables = bin.cables.filter(({ cable: number }) =>
    missingSensors.some(({ cable }) => cable === number),
  );
  if (cables.length === 0) return null;
  return (
    <section className={classes['card']} aria-label={t('cableConfiguration.missing.title')}>
      <h2 className={classes['title']}>{t('cableConfiguration.missing.title')}</h2>
      <p className={classes['hint']}>{t('cableConfiguration.missing.hint')}</p>
      {cables.map((cable) => (
        <MissingCableSensors
          key={cable.cable}
          binId={bin.id}
          cable={cable}
          positions={missingSensors
            .filter((sensor) => sensor.cable === cable.cable)
            .map(({ position }) => position)
            .sort((a, b) => a - b)}
        />
      ))}
    </section>
  );
}

interface MissingCableSensorsProps {
  readonly binId: number;
  readonly cable: Bin['cables'][number];
  readonly positions: readonly number[];
}

function MissingCableSensors({ binId, cable, positions }: MissingCableSensorsProps) {
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  const isOffline = useLiveState().kind === 'offline';
  const canWrite = useCan('sensor-status.write');
  const saveStatus = useSetSensorStatus(binId);
  const name = formatCableName({ number: cable.cable, name: cable.name }, t);
  const [position, ...otherPositions] = positions;
  if (position === undefined) return null;
  const place = { cable: cable.cable, cableId: cable.cableId, position, otherPositions };
  return (
    <Notice
      state="warning"
      title={t('cableConfiguration.missing.positions', {
        cable: name,
        count: positions.length,
        positions: positions.join(', '),
      })}
      {...(saveStatus.isError && { detail: formatError(saveStatus.error, t('sensor.failed')) })}
      action={
        <Button
          variant="default"
          disabled={isOffline || !canWrite}
          loading={saveStatus.isPending}
          onClick={() => saveStatus.mutate({ target: { kind: 'some', ...place }, status: 'mute' })}
          aria-label={t('cableConfiguration.missing.muteOf', { cable: name })}
        >
          {t('cableConfiguration.missing.mute')}
        </Button>
      }
    />
  );
}
