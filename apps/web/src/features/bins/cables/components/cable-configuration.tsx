import type { Bin } from '@granary/contract/bins/http';
import type { CableConfiguration as Configuration } from '@granary/contract/cables/http';
import type { SensorPlace } from '@granary/domain/alerts/alert';
import type { SensorStatus } from '@granary/domain/readings/sensors';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../components/error-state.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { useLiveState } from '../../../../lib/live-client.ts';
import { useCan } from '../../../../lib/use-can.ts';
import {
  type SensorSelection,
  SensorStatusDialog,
} from '../../components/sensor-status-dialog.tsx';
import { sensorStatuses } from '../../sensor-statuses.ts';
import { useCanChange } from '../../settings/use-can-change.ts';
import {
  cableConfigurationQuery,
  useRefetchAfterCableChange,
  useWithdrawCableChange,
} from '../api/cable-configuration.ts';
import type { KnownPositions } from '../requested-cable-change.ts';
import { CableForm } from './cable-form.tsx';
import { CableList } from './cable-list.tsx';
import classes from './cables.module.css';
import { MissingSensors } from './missing-sensors.tsx';

interface CableConfigurationProps {
  readonly bin: Bin;
  /** The sensors that the board last reported; null while unknown and before the first reading. */
  readonly knownPositions: KnownPositions | null;
  /** The sensors in the missing-data alert. */
  readonly missingSensors: readonly SensorPlace[];
  /** Explains why the sensors are unknown. */
  readonly children?: ReactNode;
}

/** A bin's cables, a form to change them, and actions for all sensors. */
export function CableConfiguration({
  bin,
  knownPositions,
  missingSensors,
  children,
}: CableConfigurationProps) {
  const { t } = useTranslation();
  const configuration = useQuery(cableConfigurationQuery(bin.id));
  return (
    <div className={classes['page']}>
      {configuration.data !== undefined && (
        <Progress bin={bin} configuration={configuration.data} />
      )}
      {configuration.isError && (
        <ErrorState
          error={configuration.error}
          title={t('cableConfiguration.failed')}
          onRetry={() => void configuration.refetch()}
        />
      )}
      <MissingSensors bin={bin} missingSensors={missingSensors} />
      <CableForm bin={bin} knownPositions={knownPositions} />
      {children}
      <AllSensors bin={bin} knownPositions={knownPositions} />
      <CableList bin={bin} knownPositions={knownPositions} />
    </div>
  );
}

interface ProgressProps {
  readonly bin: Bin;
  readonly configuration: Configuration;
}

/** The progress of the latest requested change. */
function Progress({ bin, configuration }: ProgressProps) {
  const { t } = useTranslation();
  const { status, message, commands, oldId, newId } = configuration;
  useRefetchAfterCableChange(bin.id, status);
  if (status === null) return null;
  const change =
    oldId === null || newId === null ? null : t('cableConfiguration.from', { oldId, newId });
  const detail = [change, commands.join(', ')].filter((part) => part !== null).join(' · ');
  switch (status) {
    case 'pending':
      return (
        <Notice
          state="warning"
          title={message}
          detail={detail}
          action={<WithdrawButton binId={bin.id} version={configuration.version} />}
        />
      );
    case 'in_progress':
      return <Notice state="warning" title={message} detail={detail} />;
    case 'failed':
      return <Notice state="critical" isAlert title={message} detail={detail} />;
    case 'completed':
      return <Notice state="ok" title={message} {...(change !== null && { detail: change })} />;
  }
}

/** Withdraws a change that is waiting for its board. */
function WithdrawButton({ binId, version }: { readonly binId: number; readonly version: number }) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const isLocked = !useCanChange()('cables');
  const withdrawChange = useWithdrawCableChange(binId);
  return (
    <>
      {withdrawChange.isError && <ErrorState error={withdrawChange.error} />}
      <Button
        variant="default"
        loading={withdrawChange.isPending}
        disabled={isOffline || isLocked}
        onClick={() => withdrawChange.mutate(version)}
      >
        {t('cableConfiguration.withdraw')}
      </Button>
    </>
  );
}

/** Sets the status of all sensors after confirmation. */
function AllSensors({
  bin,
  knownPositions,
}: Omit<CableConfigurationProps, 'missingSensors' | 'children'>) {
  const { t } = useTranslation();
  const [selection, setSelection] = useState<SensorSelection | null>(null);
  const [isDone, setDone] = useState(false);
  const isOffline = useLiveState().kind === 'offline';
  const canWrite = useCan('sensor-status.write');
  const count = [...(knownPositions?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
  const openDialog = (status: SensorStatus) => {
    setDone(false);
    setSelection({ target: { kind: 'all' }, count, status });
  };
  if (count === 0) return null;
  return (
    <section className={classes['card']} aria-label={t('sensor.allMenu')}>
      <h2 className={classes['title']}>{t('sensor.allMenu')}</h2>
      <Group gap="sm">
        {sensorStatuses.map((status) => (
          <Button
            key={status}
            variant="default"
            disabled={isOffline || !canWrite}
            onClick={() => openDialog(status)}
          >
            {t(`sensor.allActions.${status}`)}
          </Button>
        ))}
      </Group>
      <div role="status">{isDone && <Notice state="ok" title={t('sensor.updated')} />}</div>
      <SensorStatusDialog
        binId={bin.id}
        sensors={selection}
        onClose={() => setSelection(null)}
        onDone={() => {
          setSelection(null);
          setDone(true);
        }}
      />
    </section>
  );
}
